import { expect, test } from 'vitest';
import { citationOf } from '../../../../src/domain/datasets/forms/citation.ts';

test('a record is cited with its dataset, the hash of its version and its address', () => {
  const sha256 = `0123456789${'a'.repeat(54)}`;
  const text = citationOf({
    title: 'R&D_agent {beta} 100%',
    version: '2026-11-22',
    sha256,
    address: 'https://service.example/some-dataset/r-d',
    partOf: 'Some dataset',
  });
  expect(text).toBe(
    `Agent Accountability Service: R&D_agent {beta} 100%. In: Some dataset, sha256:${sha256}. Record of 2026-11-22. https://service.example/some-dataset/r-d`,
  );
});
