import { expect, test } from 'vitest';
import { addFindings, type Finding } from '../../src/domain/observation/observation.ts';

const address = 'https://example.org/card';
const finding = (result: Finding['result'], reason?: Finding['reason'], more: Partial<Finding> = {}): Finding => ({
  check: 'card_served',
  address,
  result,
  ...(reason === undefined ? {} : { reason }),
  ...more,
});
const passed = finding('pass');
const gone = finding('not_run', 'timed_out');

test('an answer is kept when it is new or differs, and again after 30 days', () => {
  const first = addFindings([], [passed], '2026-01-01');
  expect(first).toEqual([{ check: 'card_served', result: 'pass', on: '2026-01-01', address }]);
  expect(addFindings(first, [passed], '2026-01-30')).toEqual(first);
  expect(addFindings(first, [passed], '2026-01-31').map(({ on }) => on)).toEqual(['2026-01-01', '2026-01-31']);
  const failed = finding('fail', 'schema_refused');
  expect(addFindings(first, [failed], '2026-01-02')).toEqual([...first, { ...failed, on: '2026-01-02' }]);
});

test('an answer about something else is kept, cut to the length of an address', () => {
  const first = addFindings([], [passed], '2026-01-01');
  const long = `https://example.org/${'a'.repeat(3_000)}`;
  const moved = addFindings(first, [{ ...gone, address: long }], '2026-01-02');
  expect(moved.map((one) => one.address)).toEqual([address, long.slice(0, 2_000)]);
});

test('a try without an answer is kept with its latest reason, but never after an answer', () => {
  const tried = addFindings([], [gone], '2026-01-01');
  expect(tried).toEqual([{ ...gone, on: '2026-01-01' }]);
  const refused = finding('not_run', 'http_status');
  expect(addFindings(tried, [refused], '2026-01-01')).toEqual([...tried, { ...refused, on: '2026-01-01' }]);
  expect(addFindings(tried, [passed], '2026-01-02')).toHaveLength(2);
  const answered = addFindings([], [passed], '2026-01-01');
  expect(addFindings(answered, [gone], '2026-12-31')).toEqual(answered);
});

test.each(['not_stated', 'not_signed'] as const)('a pass ends when what it rests on is gone: %s', (reason) => {
  const missing = finding('not_run', reason);
  expect(addFindings([], [missing], '2026-01-01').map(({ result }) => result)).toEqual(['not_run']);
  const before = addFindings([], [passed], '2026-01-01');
  const after = addFindings(before, [missing], '2026-01-02');
  expect(after.map(({ result }) => result)).toEqual(['pass', 'fail']);
  expect(addFindings(after, [missing], '2026-01-03')).toEqual(after);
  expect(addFindings(after, [passed], '2026-01-03').at(-1)).toMatchObject({ result: 'pass' });
});

test('what could not be asked for want of a setting is no answer', () => {
  const unasked = [finding('not_run', 'no_reader'), finding('not_run', 'other_network')];
  expect(addFindings([], unasked, '2026-01-01')).toEqual([]);
});

test('of several answers to a check a failure counts before a pass, and a pass before none, with its own block', () => {
  const place = { network: 'eip155:1', block: '7' };
  const here = finding('pass', undefined, place);
  const absent = finding('fail', 'not_registered', { address: 'eip155:1:0x0/1' });
  expect(addFindings([], [gone, here], '2026-01-01')).toEqual([{ ...here, on: '2026-01-01' }]);
  expect(addFindings([], [here, absent], '2026-01-01')).toEqual([{ ...absent, on: '2026-01-01' }]);
});
