import { expect, test } from 'vitest';
import { checkCitations, findCited, type Source } from '../../../../src/domain/datasets/record/source.ts';

const sourceAt = (url: string): Source => ({ kind: 'spec', url, retrieved: '2026-01-31', access: 'stored_copy' });
const file = 'https://example.org/files/registry.md';
const page = 'https://example.org/page#terms';
const sources = [sourceAt(file), sourceAt(page)];
const refused = (url: string) => checkCitations([{ url, locator: 'Registry' }], sources, ['sources']);

test.each([
  [file, file],
  [`${file}#identity-registry`, file],
  [`${file}#L120-L134`, file],
  [`${file}?plain=1#L120`, file],
  [page, page],
])('%s cites a source of the record', (url, cited) => {
  expect(findCited({ url, locator: 'Registry' }, sources)?.url).toBe(cited);
  expect(refused(url)).toEqual([]);
});

test.each([
  'https://example.org/files/other.md#identity-registry',
  `${file}?version=2#terms`,
  'https://example.org/page',
])('%s cites none', (url) => {
  expect(refused(url)).toEqual([
    { path: ['sources', 0, 'url'], message: 'is not among the sources of this record; expected the address of one' },
  ]);
});
