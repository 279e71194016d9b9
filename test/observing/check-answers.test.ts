import { expect, test } from 'vitest';
import { addAnswers } from '../../src/domain/observation/check-answers.ts';
import type { CheckOutcome, NewLook } from '../../src/domain/observation/observation.ts';

const address = 'https://example.org/card';

const look = (target: NewLook['target'], checks: CheckOutcome[], more: Partial<NewLook> = {}): NewLook => ({
  target,
  address,
  look: { at: '2026-01-01T00:00:00.000Z', checks },
  untried: false,
  ...more,
});
const where = { network: 'eip155:1', block: '7' };
const served = look('agent_card', [
  { check: 'reach', result: 'reachable' },
  { check: 'schema', result: 'match' },
]);
const gone = look('agent_card', [
  { check: 'reach', result: 'unreachable', reason: 'timed_out' },
  { check: 'schema', result: 'unread', reason: 'not_fetched' },
]);
const broken = look('agent_card', [
  { check: 'reach', result: 'reachable' },
  { check: 'schema', result: 'mismatch', reason: 'schema_refused' },
]);

test('an answer is kept when it is new or differs, and again after 30 days', () => {
  const first = addAnswers([], [served], '2026-01-01');
  expect(first).toEqual([{ check: 'card_served', result: 'pass', on: '2026-01-01', address }]);
  expect(addAnswers(first, [served], '2026-01-30')).toEqual(first);
  expect(addAnswers(first, [served], '2026-01-31').map(({ on }) => on)).toEqual(['2026-01-01', '2026-01-31']);
  const failed = { check: 'card_served', result: 'fail', reason: 'schema_refused', on: '2026-01-02', address };
  expect(addAnswers(first, [broken], '2026-01-02')).toEqual([...first, failed]);
});

test('an answer about something else is kept', () => {
  const first = addAnswers([], [served], '2026-01-01');
  const moved = addAnswers(first, [{ ...served, address: 'https://example.org/moved' }], '2026-01-02');
  expect(moved.map((one) => one.address)).toEqual([address, 'https://example.org/moved']);
  const found = addAnswers([], [{ ...served, namedBy: 'eip155:1/erc721:0x0/1' }], '2026-01-01');
  expect(found).toMatchObject([{ address: 'eip155:1/erc721:0x0/1' }]);
});

test('a try without an answer is kept with its reason, but never after an answer', () => {
  const tried = addAnswers([], [gone], '2026-01-01');
  expect(tried).toEqual([{ check: 'card_served', result: 'not_run', reason: 'timed_out', on: '2026-01-01', address }]);
  expect(addAnswers(tried, [served], '2026-01-02')).toHaveLength(2);
  const passed = addAnswers([], [served], '2026-01-01');
  expect(addAnswers(passed, [gone], '2026-12-31')).toEqual(passed);
});

test('a try without an answer has the latest reason, also where there is nothing to check', () => {
  const signed = (result: CheckOutcome['result'], reason: CheckOutcome['reason'] & {}) =>
    look('agent_card', [{ check: 'signature', result, reason }]);
  const tried = addAnswers([], [signed('unread', 'not_fetched')], '2026-01-01');
  const after = addAnswers(tried, [signed('never_checked', 'not_signed')], '2026-01-01');
  expect(after).toEqual([
    ...tried,
    { check: 'card_signature', result: 'not_run', reason: 'not_signed', on: '2026-01-01', address },
  ]);
  expect(addAnswers(after, [signed('never_checked', 'not_signed')], '2026-01-02')).toEqual(after);
});

test.each([
  ['agent_wallet_consent', 'registry_entry', 'wallet', 'no_wallet'],
  ['token_uri_equals_card', 'registry_entry', 'card_address', 'no_card_address'],
  ['card_signature', 'agent_card', 'signature', 'not_signed'],
] as const)(
  '%s that passed fails when what it rests on is gone, and never where it never was',
  (name, target, step, reason) => {
    const missing = look(target, [{ check: step, result: 'never_checked', reason, ...where }]);
    const there = look(target, [{ check: step, result: 'match', ...where }]);
    expect(addAnswers([], [missing], '2026-01-01')).toEqual([]);
    const passed = addAnswers([], [there], '2026-01-01');
    const after = addAnswers(passed, [missing], '2026-01-02');
    expect(after.map(({ check, result }) => [check, result])).toEqual([
      [name, 'pass'],
      [name, 'fail'],
    ]);
    expect(addAnswers(after, [missing], '2026-01-03')).toEqual(after);
    expect(addAnswers(after, [there], '2026-01-03').at(-1)).toMatchObject({ check: name, result: 'pass' });
  },
);

test('what was not tried is no answer', () => {
  const unasked: CheckOutcome = { check: 'registry', result: 'never_checked', reason: 'no_reader' };
  expect(addAnswers([], [look('registry_entry', [unasked], { untried: true })], '2026-01-01')).toEqual([]);
});

test('a revoked entry still has an owner, and a failure of one identity counts before a pass of another', () => {
  const revoked = look('registry_entry', [
    { check: 'registry', result: 'mismatch', reason: 'revoked', ...where },
    { check: 'owner', result: 'match', ...where },
  ]);
  const answers = addAnswers([], [revoked], '2026-01-01').map(({ check, result }) => [check, result]);
  expect(answers).toEqual([
    ['registry_owner', 'pass'],
    ['registry_status', 'fail'],
  ]);
  const evm = { address: 'eip155:1/erc721:0x0/1' };
  const here = look('registry_entry', [{ check: 'registry', result: 'match', ...where }], evm);
  const absent = look(
    'registry_entry',
    [{ check: 'registry', result: 'mismatch', reason: 'not_registered', ...where }],
    evm,
  );
  expect(addAnswers([], [here, absent], '2026-01-01')).toEqual([
    { check: 'registry_owner', result: 'fail', reason: 'not_registered', ...where, on: '2026-01-01', ...evm },
  ]);
});

test('the hash of a card answers for the chain only where it was read there', () => {
  const hash = (more: object) => look('agent_card', [{ check: 'hash', result: 'match', ...more }]);
  expect(addAnswers([], [hash({})], '2026-01-01')).toEqual([]);
  expect(addAnswers([], [hash(where)], '2026-01-01')).toEqual([
    { check: 'card_hash_onchain', result: 'pass', ...where, on: '2026-01-01', address },
  ]);
});

test('the file of a domain answers at the root of a domain that the record names, and nowhere else', () => {
  const named = look('agent_card', [{ check: 'identity', result: 'match' }]);
  const answersAt = (url: string, more: Partial<NewLook> = {}) =>
    addAnswers([], [{ ...named, address: url, ...more }], '2026-01-01').map(({ check }) => check);
  const file = '/.well-known/agent-registration.json';
  expect(answersAt(`https://example.org${file}`)).toEqual(['domain_proof']);
  expect(answersAt(`https://example.org/users/one${file}`)).toEqual([]);
  expect(answersAt(`https://example.org/?file=${file}`)).toEqual([]);
  expect(answersAt(`https://example.org${file}`, { namedBy: 'eip155:1/erc721:0x0/1' })).toEqual([]);
});
