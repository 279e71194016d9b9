import specification from '../../SPEC.md?raw';
import { loadDocuments, loadReceipts } from '../dataset-files/load.ts';
import { datasets } from '../dataset-files/registry.ts';
import { datasetPaths } from '../domain/datasets/forms/paths.ts';
import type { SearchedEntry } from '../domain/datasets/search/search.ts';
import { buildSearchedEntries } from '../domain/datasets/search/searched-entries.ts';
import { canonicalText } from '../domain/json/canonical-json.ts';
import { newestFirst, receiptPaths, receiptTitle } from '../domain/receipts/published-receipt.ts';
import type { ErrorCode } from '../domain/vocabulary/errors.ts';
import { sectionPath } from '../domain/vocabulary/service.ts';
import { errorPath } from '../http/problem.ts';
import { problemKinds } from '../http/problem-kinds.ts';
import { groupPage } from '../http/reference-paths.ts';
import { listOperations } from './catalogue.ts';
import { writtenPages } from './written-pages.ts';

/** The pages that state a title and a description of their own, and those of the datasets. */
const pages = (): SearchedEntry[] => [
  ...datasets.map(({ id, title, description }) => ({
    entry: { kind: 'page' as const, path: datasetPaths(id).page, name: title, about: 'Page' },
    text: description,
  })),
  ...writtenPages.flatMap(({ path, source }): SearchedEntry[] => {
    const [, name, otherwise] = /^ *title=(?:"([^"]+)"|\{.*'([^']+)'\})$/m.exec(source) ?? [];
    const description = /^ *description="([^"]+)"$/m.exec(source)?.[1];
    const title = name ?? otherwise;
    if (title === undefined || description === undefined) return [];
    return [{ entry: { kind: 'page', path, name: title, about: 'Page' }, text: `${description} · ${path}` }];
  }),
];

const receipts = (): SearchedEntry[] =>
  newestFirst(loadReceipts()).map(({ hash, receipt }) => ({
    entry: {
      kind: 'receipt',
      path: receiptPaths.page(hash),
      name: receiptTitle(receipt),
      about: `Decision receipt of ${receipt.decided_at.slice(0, 10)}`,
    },
    text: [receipt.reason, hash, ...(canonicalText(receipt).match(/(?<=:")[^"]+/g) ?? [])].join(' · '),
  }));

const operations = async (): Promise<SearchedEntry[]> =>
  (await listOperations()).map(({ method, path, operation: { id, tag, summary, description } }) => ({
    entry: { kind: 'operation', path: `${groupPage(tag)}#${id}`, name: summary, about: `${method} ${path}` },
    text: `${description} · ${id}`,
  }));

const errors = (): SearchedEntry[] =>
  Object.entries(problemKinds).map(([code, { status, title, help }]) => ({
    entry: { kind: 'error', path: errorPath(code as ErrorCode), name: title, about: `Error ${status} ${code}` },
    text: help,
  }));

/** The sections of SPEC.md, without the signs of Markdown. */
const sections = (): SearchedEntry[] =>
  specification
    .split(/^#{2,3} (?=\d)/m)
    .slice(1)
    .map((part) => {
      const [, number = '', name = '', text = ''] = /^([\d.]+) (.*)\n([^]*)$/.exec(part) ?? [];
      const plain = text
        .replaceAll(/[`*]+/g, '')
        .replaceAll(/\|+|-{3,}/g, ' ')
        .replaceAll(/\s+/g, ' ');
      return {
        entry: { kind: 'section', path: sectionPath(number), name, about: `Specification §${number}` },
        text: plain,
      };
    });

/** Everything that /find finds (SPEC.md §6.15), records first. */
export const listSearched = async (): Promise<SearchedEntry[]> => [
  ...buildSearchedEntries(datasets, loadDocuments()),
  ...receipts(),
  ...pages(),
  ...(await operations()),
  ...errors(),
  ...sections(),
];
