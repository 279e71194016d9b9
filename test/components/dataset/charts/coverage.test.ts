import { expect, test } from 'vitest';
import { coverageOf } from '../../../../src/components/dataset/charts/coverage.ts';
import { loadDocuments } from '../../../../src/dataset-files/load.ts';
import { layerNames } from '../../../../src/domain/datasets/accountability-map/record.ts';

test('a layer is thin when fewer than a quarter of the systems cover it', () => {
  const { counts } = loadDocuments()['agent-accountability-map'];
  const level = (native: number) => ({ native, partial: 1, extension: 1, none_found: 8 - native, unknown: 0 });
  const by_layer = Object.fromEntries(layerNames.map((name, at) => [name, level(at)])) as typeof counts.by_layer;
  const coverage = coverageOf({ ...counts, present: 12, by_layer });
  expect(coverage.map(({ covered }) => covered)).toEqual([2, 3, 4, 5, 6, 7, 8, 9]);
  expect(coverage.filter(({ thin }) => thin).map(({ name }) => name)).toEqual([layerNames[0]]);
});
