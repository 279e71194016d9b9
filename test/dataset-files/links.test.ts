import { expect, test } from 'vitest';
import { datasets } from '../../src/dataset-files/registry.ts';
import { recordSchema } from '../../src/domain/datasets/record/columns.ts';

const listsIds = (dataset: string, member: string): boolean => {
  const found = datasets.find(({ id }) => id === dataset);
  return found !== undefined && recordSchema(found.record).properties?.[member]?.type === 'array';
};

test('every declared link is a list of ids, to a dataset that is there, and so is its inverse', () => {
  const links = datasets.flatMap(({ id, links: own }) => own.map((link) => ({ from: id, ...link })));
  expect(links.length).toBeGreaterThan(0);
  const broken = links.filter(
    ({ from, member, target, inverse }) => !listsIds(from, member) || !listsIds(target, inverse ?? 'sources'),
  );
  expect(broken).toEqual([]);
});
