import { describe, expect, test } from 'vitest';
import { runWorkOrder } from '../../../src/domain/adjudication/run-work-order.ts';
import { RunRequest } from '../../../src/domain/adjudication/runner.ts';
import { canonicalText } from '../../../src/domain/json/canonical-json.ts';
import { runnerStates } from '../../support/interface.ts';
import { item, order, run } from '../../support/runs.ts';
import { canonical as independentText, hashOf as independentHash } from '../../vectors/canonical.mjs';

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
  ])('has the canonical text and the hash that independent code computes: %s', (_, body) => {
    const receipt = runWorkOrder({ request: RunRequest.parse(body), freshSeed: 'fresh' });
    const { runner_receipt_hash, ...rest } = receipt;
    expect(canonicalText(receipt)).toBe(independentText(receipt));
    expect(independentHash(rest)).toBe(runner_receipt_hash);
  });

  test('says what the service says in ASCII, so that no reader needs to care for encodings', () => {
    expect(canonicalText(runWorkOrder({ request: {}, freshSeed: 'fresh' }))).toMatch(/^[\x20-\x7e]+$/);
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
