import { describe, expect, test } from 'vitest';
import { isServiceError, type ServiceError } from '../../../src/domain/vocabulary/errors.ts';
import { inputProblems } from '../../../src/domain/vocabulary/input-problems.ts';
import { runWorkOrder, writeRun } from '../../../src/domain/adjudication/run-work-order.ts';
import { RunReceipt, RunRequest } from '../../../src/domain/adjudication/runner.ts';
import { buildSampleOrder } from '../../../src/domain/adjudication/runner-sample.ts';
import { runnerStates } from '../../support/interface.ts';
import { canonical as independentText, hashOf as independentHash } from '../../vectors/canonical.mjs';

const run = (body: object = {}, freshSeed = 'fresh') =>
  RunReceipt.parse(runWorkOrder({ request: RunRequest.parse(body), freshSeed }));

const refusal = (body: object): ServiceError => {
  try {
    run(body);
  } catch (error) {
    if (isServiceError(error)) return error;
    throw error;
  }
  throw new Error('the run was not refused');
};

const order = buildSampleOrder('own');
const item = (criterion_id: string, shows: string, changes: object = {}) => ({
  id: `${criterion_id}-${shows}`,
  criterion_id,
  kind: 'test_report',
  sha256: 'a'.repeat(64),
  shows,
  ...changes,
});

describe('a run', () => {
  test('without a body passes the six states of the interface and ends prepared, not executed', () => {
    const receipt = run();
    expect(receipt.states_passed).toEqual(runnerStates);
    expect(receipt.final_state).toBe(runnerStates.at(-1));
    expect(receipt.prepared_outcome).toEqual({ action: 'release', executed: false });
    expect(receipt.note).toMatch(/no fixed proof anchor/);
    expect(receipt.side_effects).toBe('none');
  });

  test('names event, guard, method and effect of each move, each hash chained to the one before', () => {
    const receipt = run();
    let previous = receipt.work_order_hash;
    for (const { step_hash, ...step } of receipt.steps) {
      expect(step.previous_step_hash).toBe(previous);
      expect(independentHash(step)).toBe(step_hash);
      expect(step.guard.length).toBeGreaterThan(0);
      previous = step_hash;
    }
    expect(receipt.steps.map(({ effect }) => effect)).toEqual([
      'prepared_only_no_escrow_locked',
      null,
      'hash_bound_evidence_attached_only',
      'simulated_verdict_only_no_validator_call',
      'prepared_release_refund_or_escalation_only_no_value_transfer',
    ]);
  });

  test('has hashes that independent code computes again', () => {
    const { runner_receipt_hash, ...rest } = run();
    expect(independentHash(rest)).toBe(runner_receipt_hash);
    expect(independentHash(rest.hashed_objects.work_order)).toBe(rest.work_order_hash);
    expect(independentHash(rest.hashed_objects.pre_work_commitment)).toBe(rest.pre_work_commitment_hash);
    expect(independentHash(rest.hashed_objects.evidence)).toBe(rest.evidence_pack_hash);
    expect(independentHash(rest.hashed_objects.judgment)).toBe(rest.verdict_hash);
  });

  test.each([
    ['the sample', {}],
    ['an order in other scripts', { work_order: { ...order, title: 'Übersicht – 概要 😀 "\\n"' } }],
    ['no evidence', { evidence_items: [] }],
    ['own evidence', { evidence_items: [item('length', 'met', { statement: 'naïve \u2028' })], seed: '\u007f€' }],
    ['one move', { events: ['prepare_commitment'] }],
    ['three moves', { events: ['prepare_commitment', 'accept_and_start', 'submit_evidence'] }],
  ])('is written as the canonical text of its receipt: %s', (_, body) => {
    const { value, text, hash } = writeRun({ request: RunRequest.parse(body), freshSeed: 'fresh' });
    expect(text).toBe(independentText(value));
    expect(hash).toBe(value.runner_receipt_hash);
  });

  test('says what the service says in ASCII, so that no reader needs to care for encodings', () => {
    expect(writeRun({ request: {}, freshSeed: 'fresh' }).text).toMatch(/^[\x20-\x7e]+$/);
  });

  test.each([
    ['delivered_as_agreed', 'all_must_criteria_met', 'release'],
    ['criterion_failed', 'must_criterion_failed', 'refund'],
    ['conflicting_evidence', 'contradiction_on_a_must_criterion', 'escalation'],
    ['no_evidence', 'no_evidence', 'escalation'],
  ])('of the scenario %s is judged by the rule %s, with the sample and with an own order', (scenario, rule, action) => {
    for (const receipt of [run({ scenario }), run({ scenario, work_order: order })]) {
      expect(receipt).toMatchObject({ scenario, verdict_rule: rule, prepared_outcome: { action, executed: false } });
    }
  });

  test('with own evidence reaches the rule for what is unproven', () => {
    const receipt = run({ work_order: order, evidence_items: [item('length', 'met')] });
    expect(receipt).toMatchObject({ scenario: null, built_in_sample: false, verdict_rule: 'must_criterion_unproven' });
    expect(receipt.hashed_objects.evidence?.items[0]).toMatchObject({
      provenance: 'supplied_by_party',
      work_order_hash: receipt.work_order_hash,
    });
  });

  test('with an empty list of evidence is judged insufficient', () => {
    expect(run({ evidence_items: [] }).verdict_rule).toBe('no_evidence');
  });

  test('that stops early has no verdict', () => {
    expect(run({ events: ['prepare_commitment', 'accept_and_start'] })).toMatchObject({
      final_state: 'work_started_after_acceptance',
      evidence_pack_hash: null,
      verdict: null,
      verdict_hash: null,
      prepared_outcome: null,
    });
  });
});

describe('a seed', () => {
  test('replays to the same receipt, to the byte, whatever the fresh seed would be', () => {
    const first = run({}, 'fresh one');
    expect(JSON.stringify(run({ seed: first.seed }, 'fresh two'))).toBe(JSON.stringify(first));
    for (const scenario of RunRequest.shape.scenario.unwrap().options) {
      const body = { seed: 's', scenario, work_order: order };
      expect(run(body, 'one')).toEqual(run(body, 'two'));
    }
  });

  test('left out gives a fresh sample: no hash is the same', () => {
    const [one, two] = [run({}, 'one'), run({}, 'two')];
    for (const name of ['work_order_hash', 'evidence_pack_hash', 'verdict_hash', 'runner_receipt_hash'] as const) {
      expect(one[name], name).not.toBe(two[name]);
    }
  });
});

describe('an illegal move', () => {
  test('is refused with state, event and what is allowed', () => {
    const error = refusal({ events: ['prepare_commitment', 'simulate_verdict'] });
    expect(error.code).toBe('illegal_transition');
    expect(error.members).toEqual({
      state: 'pre_work_commitment_prepared',
      event: 'simulate_verdict',
      allowed_events: ['accept_and_start'],
    });
    expect(error.errors[0]?.pointer).toBe('/events/1');
  });

  test('after the last state is refused: nothing is allowed there', () => {
    const events = [
      'prepare_commitment',
      'accept_and_start',
      'submit_evidence',
      'simulate_verdict',
      'prepare_outcome',
      'prepare_outcome',
    ];
    expect(refusal({ events }).members).toMatchObject({ allowed_events: [] });
  });
});

describe('a guard', () => {
  test.each<[string, object, string, string]>([
    [
      'parties_are_distinct',
      { work_order: { ...order, agent: order.client } },
      'prepare_commitment',
      '/work_order/agent/account',
    ],
    [
      'must_criteria_have_evidence_rules',
      { work_order: { ...order, evidence_rules: order.evidence_rules.slice(0, 1) } },
      'prepare_commitment',
      '/work_order/acceptance_criteria/1',
    ],
    [
      'acceptance_names_the_hashes',
      { claims: { work_order_hash: '0'.repeat(64) } },
      'accept_and_start',
      '/claims/work_order_hash',
    ],
    [
      'acceptance_names_the_hashes',
      { claims: { pre_work_commitment_hash: '0'.repeat(64) } },
      'accept_and_start',
      '/claims/pre_work_commitment_hash',
    ],
    [
      'acceptance_is_before_the_deadline',
      { claims: { accepted_at: '2030-01-31T12:00:00Z' } },
      'accept_and_start',
      '/claims/accepted_at',
    ],
    [
      'items_are_bound_to_the_work_order',
      { evidence_items: [item('length', 'met', { work_order_hash: '0'.repeat(64) })] },
      'submit_evidence',
      '/evidence_items/0/work_order_hash',
    ],
    [
      'item_kinds_are_allowed',
      { evidence_items: [item('sources', 'met', { kind: 'log' })] },
      'submit_evidence',
      '/evidence_items/0/kind',
    ],
    [
      'item_kinds_are_allowed',
      { evidence_items: [item('unknown', 'met')] },
      'submit_evidence',
      '/evidence_items/0/kind',
    ],
    [
      'evidence_pack_hash_matches',
      { claims: { evidence_pack_hash: '0'.repeat(64) } },
      'simulate_verdict',
      '/claims/evidence_pack_hash',
    ],
    ['verdict_hash_matches', { claims: { verdict_hash: '0'.repeat(64) } }, 'prepare_outcome', '/claims/verdict_hash'],
  ])('%s refuses %j and is named', (guard, body, event, pointer) => {
    const error = refusal(body);
    expect(error.code).toBe('guard_failed');
    expect(error.members).toMatchObject({ guard, event });
    expect(error.errors.map((problem) => problem.pointer)).toEqual([pointer]);
  });

  test('lets true claims pass', () => {
    const { work_order_hash, pre_work_commitment_hash, evidence_pack_hash, verdict_hash } = run({ seed: 's' });
    const claims = {
      work_order_hash,
      pre_work_commitment_hash,
      evidence_pack_hash,
      verdict_hash,
      accepted_at: '2030-01-31T11:59:59Z',
    };
    expect(run({ seed: 's', claims }).final_state).toBe(runnerStates.at(-1));
  });

  test('that refuses a move does not matter to a run that stops before it', () => {
    const body = {
      events: ['prepare_commitment'],
      claims: { verdict_hash: '0'.repeat(64), work_order_hash: '0'.repeat(64) },
    };
    expect(run(body).steps[0]?.named.work_order_hash).toBe(run(body).work_order_hash);
  });
});

describe('a request to run', () => {
  test.each<[string, object, string[]]>([
    ['an event that does not exist', { events: ['fly'] }, ['/events/0 not_allowed']],
    ['no event at all', { events: [] }, ['/events too_small']],
    ['a scenario and own evidence', { scenario: 'no_evidence', evidence_items: [] }, ['/scenario rule']],
    ['an unknown member', { fast: true }, [' unknown_member']],
    [
      'the same evidence id twice',
      { evidence_items: [item('length', 'met'), item('length', 'met')] },
      ['/evidence_items/1/id rule'],
    ],
    ['an empty seed', { seed: '' }, ['/seed too_small']],
  ])('with %s is refused at its place', (_, body, expected) => {
    const problems = inputProblems(RunRequest.safeParse(body).error?.issues ?? []);
    expect(problems.map(({ pointer, code }) => `${pointer} ${code}`)).toEqual(expected);
  });
});
