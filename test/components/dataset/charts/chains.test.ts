import { expect, test } from 'vitest';
import { buildChains, buildStands } from '../../../../src/components/dataset/charts/chains.ts';
import { packRows, periodOf } from '../../../../src/components/dataset/charts/periods.ts';

const first = { id: 'first', decided_on: '2024-01-01' };
const second = { id: 'second', decided_on: '2025-01-01', supersedes: ['first'] };
const third = { id: 'third', decided_on: '2026-01-01', supersedes: ['second'] };
const until = periodOf('2026-11-20').to;

test('records that replaced each other make one chain, oldest first, and the others none', () => {
  const draft = { id: 'draft', decided_on: '2023' };
  const final = { id: 'final', decided_on: '2023-05', supersedes: ['draft'] };
  expect(buildChains([third, { id: 'alone' }, final, first, draft, second])).toEqual([
    [first, second, third],
    [draft, final],
  ]);
});

test('two decisions replaced by one belong to its chain', () => {
  const merged = { id: 'merged', decided_on: '2026-02-01', supersedes: ['first', 'other'] };
  const other = { id: 'other', decided_on: '2024-06-01' };
  expect(buildChains([merged, first, other])).toEqual([[first, other, merged]]);
  const stands = packRows(buildStands([first, other, merged], until));
  expect(stands.map(({ number, row }) => [number, row])).toEqual([
    [1, 0],
    [2, 1],
    [3, 0],
  ]);
});

test('a decision lasts until its replacement, the last one until the end of the data', () => {
  expect(buildStands([first, second, third], until)).toEqual([
    { number: 1, replaced: true, from: periodOf('2024-01-01').from, to: periodOf('2025-01-01').from },
    { number: 2, replaced: true, from: periodOf('2025-01-01').from, to: periodOf('2026-01-01').from },
    { number: 3, replaced: false, from: periodOf('2026-01-01').from, to: until },
  ]);
});

test('a decision without a date keeps its number and is not drawn', () => {
  const undated = { id: 'undated', supersedes: ['first'] };
  expect(buildStands([first, undated], until).map(({ number, replaced }) => [number, replaced])).toEqual([[1, true]]);
});
