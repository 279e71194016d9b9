import { expect, test } from 'vitest';
import { buildScope, countLeftOut } from '../../../../src/domain/datasets/accountability-map/scope.ts';

const of = (name: string, fails: 'not_read' | 'of_its_own') => ({
  name,
  url: `https://example.org/${name}`,
  looked_on: '2026-01-31',
  fails,
  reason: 'As looked at.',
});

test('what was left out of the map is listed by name and counted by the reasons that occur', () => {
  const scope = buildScope({ systems: [of('b', 'not_read'), of('a', 'of_its_own'), of('c', 'not_read')] });
  expect(scope.left_out.map(({ name }) => name)).toEqual(['a', 'b', 'c']);
  expect(countLeftOut(scope)).toEqual([
    { label: 'Of its own', count: 1 },
    { label: 'Not read yet', count: 2 },
  ]);
  expect(buildScope(undefined).left_out).toEqual([]);
});
