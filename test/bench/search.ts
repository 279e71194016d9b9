import { loadDocuments } from '../../src/dataset-files/load.ts';
import { datasets } from '../../src/dataset-files/registry.ts';
import { openSearch } from '../../src/domain/datasets/search/find-records.ts';
import { buildSearchIndex, type SearchedEntry } from '../../src/domain/datasets/search/search-index.ts';
import { buildSearchedEntries } from '../../src/domain/datasets/search/searched-entries.ts';
import { compressNow } from '../../src/http/compress.ts';
import { atMost, type Line, told } from './report.ts';
import { median } from './timed.ts';

const RECORDS = 10_000;
const QUERIES = ['erc8004', 'ERC-8004 registry', 'base', 'agent', '0x8004A1', 'no-such-word', 'concord', 'AI Act'];

/** The records of the datasets over and over, each with an id and words of its own. */
const grow = (searched: readonly SearchedEntry[]): SearchedEntry[] =>
  Array.from({ length: RECORDS }, (_, at) => {
    const { entry, texts } = searched[at % searched.length]!;
    return { entry: { ...entry, id: `${entry.id}-${at}` }, texts: [...texts, `own${at}`, `0x${at.toString(16)}`] };
  });

/** Milliseconds of one query, and of looking for its text in all texts one after the other. */
const timeBoth = (searched: readonly SearchedEntry[]) => {
  const find = openSearch(buildSearchIndex(searched));
  const texts = searched.map((one) => one.texts.join('\n').toLowerCase());
  const timed = (work: (query: string) => unknown): number =>
    median(
      Array.from({ length: 15 }, () => {
        const began = performance.now();
        for (const query of QUERIES) work(query);
        return (performance.now() - began) / QUERIES.length;
      }),
    );
  return {
    search: timed((query) => find({ query })),
    scan: timed((query) =>
      texts.filter((text) =>
        query
          .toLowerCase()
          .split(' ')
          .every((word) => text.includes(word)),
      ),
    ),
  };
};

/** A query of the index, on the records of this project and on 10,000, and what a browser loads for it. */
export const benchSearch = (): Line[] => {
  const searched = buildSearchedEntries(datasets, loadDocuments());
  const [real, grown] = [timeBoth(searched), timeBoth(grow(searched))];
  const index = Buffer.from(JSON.stringify(buildSearchIndex(searched)));
  const [brotli, gzip] = [compressNow(index, 'br'), compressNow(index, 'gzip')];
  const words = ({ search, scan }: typeof real) => `${search.toFixed(2)} ms / ${scan.toFixed(2)} ms`;
  return [
    atMost('query of the index / reading all texts, 10,000 records', grown.search / grown.scan, 1, words(grown)),
    told('query of the index / reading all texts, records of the project', real.search / real.scan, words(real)),
    told(
      'index of the search in brotli / as it is',
      brotli.length / index.length,
      `${brotli.length} B, gzip ${gzip.length} B`,
    ),
  ];
};
