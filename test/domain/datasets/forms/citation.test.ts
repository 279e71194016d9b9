import { expect, test } from 'vitest';
import { buildCitation } from '../../../../src/domain/datasets/forms/citation.ts';

test('a record is cited with its dataset, its version and its address', () => {
  const { text, bibtex } = buildCitation({
    title: 'R&D_agent {beta} 100%',
    version: '2026-11-22',
    address: 'https://service.example/some-dataset/r-d',
    part_of: 'Some dataset',
  });
  expect(text).toBe(
    'Agent Accountability Service: R&D_agent {beta} 100%. In: Some dataset. Version of 2026-11-22. https://service.example/some-dataset/r-d',
  );
  expect(bibtex).toBe(
    [
      '@misc{some-dataset-r-d-2026-11-22,',
      String.raw`  title = {{R\&D\_agent \{beta\} 100\%}},`,
      '  author = {{Agent Accountability Service}},',
      '  year = {2026},',
      '  version = {2026-11-22},',
      '  note = {Record of: Some dataset},',
      '  url = {https://service.example/some-dataset/r-d}',
      '}',
    ].join('\n'),
  );
});
