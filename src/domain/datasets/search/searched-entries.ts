import { findChainOf } from '../../chains/caip.ts';
import { findChainName } from '../../chains/known-chains.ts';
import { datasetPaths } from '../forms/paths.ts';
import type { Dataset, DatasetDocument } from '../record/dataset.ts';
import type { DatasetRecord } from '../record/record.ts';
import type { SearchedEntry, SearchEntry } from './search.ts';

/** Of a source and of a citation only these members are searched. */
const ofSources = ['title', 'publisher', 'repo', 'locator'];

/** Members that say when and how a record was made, not what it is about, and its name, which is searched apart. */
const aboutTheRecord = ['id', 'name', 'changes', 'compiled_on', 'confidence', 'withdrawn_on', 'withdrawn_reason'];

/** A web address by its host and its path; a hash in it is no word. */
const placeOf = (address: string): string =>
  address.replace(/^https?:\/\/(www\.)?/, '').replaceAll(/\b[0-9a-f]{40,}\b/g, '');

const textsOf = (value: unknown, name = ''): string[] => {
  if (typeof value === 'string') return [/^https?:/.test(value) ? placeOf(value) : value];
  if (typeof value !== 'object' || value === null) return typeof value === 'number' ? [String(value)] : [];
  if (Array.isArray(value)) return value.flatMap((item) => textsOf(item, name));
  return Object.entries(value)
    .filter(([member]) => !/(^|_)sources$/.test(name) || ofSources.includes(member))
    .flatMap(([member, inner]) => textsOf(inner, member));
};

/** The chains that identifiers among the texts begin with, as `eip155:8453 Base`. */
const chainsIn = (texts: readonly string[]): string[] => {
  const chains = new Set(texts.flatMap((text) => findChainOf(text) ?? []));
  return [...chains].flatMap((chain) => {
    const name = findChainName(chain);
    return name === undefined ? [] : [`${chain} ${name}`];
  });
};

const entryOf = (dataset: Dataset, record: DatasetRecord): SearchEntry => ({
  kind: 'record',
  path: datasetPaths(dataset.id).recordPage(record.id),
  name: dataset.nameOf(record),
  about: [dataset.label, dataset.aboutOf(record)].filter(Boolean).join(' · '),
  dataset: dataset.id,
  id: record.id,
  ...(record.withdrawn_on === undefined ? {} : { withdrawn: true }),
});

/** Every record of the datasets with the texts that it is found by (SPEC.md §6.15). */
export const buildSearchedEntries = (
  datasets: readonly Dataset[],
  documents: Readonly<Record<string, Pick<DatasetDocument, 'entries'>>>,
): SearchedEntry[] =>
  datasets.flatMap((dataset) =>
    documents[dataset.id]!.entries.map((record) => {
      const members = Object.entries(record).filter(([name]) => !aboutTheRecord.includes(name));
      const texts = members.flatMap(([name, value]) => textsOf(value, name));
      const more = [...chainsIn(texts), ...(dataset.wordsOf?.(record) ?? []), dataset.title];
      return { entry: entryOf(dataset, record), text: [...texts, ...more].join(' · ') };
    }),
  );
