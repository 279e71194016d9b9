import { expect, test } from 'vitest';
import { buildCitation } from '../../../../src/domain/datasets/forms/citation.ts';

const sha256 = `0123456789${'a'.repeat(54)}`;

test('a record is cited with its dataset, its version and its address', () => {
  const { text, bibtex } = buildCitation({
    title: 'R&D_agent {beta} 100%',
    version: '2026-11-22',
    sha256,
    address: 'https://service.example/some-dataset/r-d',
    part_of: 'Some dataset',
  });
  expect(text).toBe(
    `Agent Accountability Service: R&D_agent {beta} 100%. In: Some dataset, sha256:${sha256}. Version of 2026-11-22. https://service.example/some-dataset/r-d`,
  );
  expect(bibtex).toBe(
    [
      '@misc{some-dataset-r-d-2026-11-22-01234567,',
      String.raw`  title = {{R\&D\_agent \{beta\} 100\%}},`,
      '  author = {{Agent Accountability Service}},',
      '  year = {2026},',
      '  version = {2026-11-22},',
      `  note = {Record of: Some dataset, sha256:${sha256}},`,
      '  url = {https://service.example/some-dataset/r-d}',
      '}',
    ].join('\n'),
  );
});

test('two versions of one day are cited apart', () => {
  const cited = { title: 'Some dataset', version: '2026-11-22', address: 'https://service.example/some-dataset' };
  const [one, other] = [sha256, 'b'.repeat(64)].map((hash) => buildCitation({ ...cited, sha256: hash }));
  expect(one!.text).toBe(
    `Agent Accountability Service: Some dataset. Version of 2026-11-22, sha256:${sha256}. https://service.example/some-dataset`,
  );
  expect(other!.text).not.toBe(one!.text);
  const keyOf = ({ bibtex }: { bibtex: string }) => /^@misc\{(.+),/.exec(bibtex)![1];
  expect(keyOf(other!)).not.toBe(keyOf(one!));
});
