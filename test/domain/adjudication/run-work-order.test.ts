import { describe, expect, test } from 'vitest';
import { runWorkOrder } from '../../../src/domain/adjudication/run-work-order.ts';
import { RunReceipt, RunRequest } from '../../../src/domain/adjudication/runner.ts';
import { canonicalText } from '../../../src/domain/json/canonical-json.ts';
import { inputProblems } from '../../../src/domain/vocabulary/input-problems.ts';
import { runItem as item, workOrder as order } from '../../support/previews.ts';
import { canonical as independentText, hashOf as independentHash } from '../../vectors/canonical.mjs';

/** The receipt of a run, read by its schema. */
const run = (body: object = {}, freshSeed = 'fresh') =>
  RunReceipt.parse(runWorkOrder({ request: RunRequest.parse(body), freshSeed }));

const ruleOf = ({ hashed_objects }: RunReceipt) => hashed_objects.judgment?.rule;

describe('a run', () => {
  test.each([
    ['the sample', {}],
    ['an order in other scripts', { work_order: { ...order, title: 'Übersicht – 概要 😀 "\\n"' } }],
    ['no evidence', { evidence_items: [] }],
    ['own evidence', { evidence_items: [item('length', 'met', { statement: 'naïve \u2028' })], seed: '\u007f€' }],
    ['three moves', { events: ['prepare_commitment', 'accept_and_start', 'submit_evidence'] }],
  ])('has the canonical text and the hashes that independent code computes: %s', (_, body) => {
    const receipt = run(body);
    const { runner_receipt_hash, hashed_objects: objects, steps, ...rest } = receipt;
    expect(canonicalText(receipt)).toBe(independentText(receipt));
    expect(independentHash({ ...rest, steps, hashed_objects: objects })).toBe(runner_receipt_hash);
    expect(independentHash(objects.work_order)).toBe(rest.work_order_hash);
    expect(independentHash(objects.pre_work_commitment)).toBe(rest.pre_work_commitment_hash);
    expect(objects.evidence && independentHash(objects.evidence)).toBe(rest.evidence_pack_hash);
    expect(objects.judgment && independentHash(objects.judgment)).toBe(rest.verdict_hash);
    let previous = rest.work_order_hash;
    for (const { step_hash, ...step } of steps) {
      expect(step.previous_step_hash).toBe(previous);
      expect(independentHash(step)).toBe(step_hash);
      previous = step_hash;
    }
  });

  test('says what the service says in ASCII, so that no reader needs to care for encodings', () => {
    expect(canonicalText(run())).toMatch(/^[\x20-\x7e]+$/);
  });

  test.each([
    ['delivered_as_agreed', 'all_must_criteria_met'],
    ['criterion_failed', 'must_criterion_failed'],
    ['conflicting_evidence', 'contradiction_on_a_must_criterion'],
    ['no_evidence', 'no_evidence'],
  ])('of the scenario %s is judged by the rule %s', (scenario, rule) => {
    for (const body of [{ scenario }, { scenario, work_order: order }]) expect(ruleOf(run(body))).toBe(rule);
  });

  test('binds own evidence to the order, and an empty list is judged insufficient', () => {
    const receipt = run({ work_order: order, evidence_items: [item('length', 'met')] });
    expect(receipt.scenario).toBeNull();
    expect(ruleOf(receipt)).toBe('must_criterion_unproven');
    expect(receipt.hashed_objects.evidence?.items[0]).toMatchObject({
      provenance: 'supplied_by_party',
      work_order_hash: receipt.work_order_hash,
    });
    expect(ruleOf(run({ evidence_items: [] }))).toBe('no_evidence');
  });

  test.each<[string, object, string]>([
    ['an event that does not exist', { events: ['fly'] }, '/events/0 not_allowed'],
    ['no event at all', { events: [] }, '/events too_small'],
    ['a scenario and own evidence', { scenario: 'no_evidence', evidence_items: [] }, '/scenario rule'],
    ['an unknown member', { fast: true }, ' unknown_member'],
    ['an id twice', { evidence_items: [item('length', 'met'), item('length', 'met')] }, '/evidence_items/1/id rule'],
    ['an empty seed', { seed: '' }, '/seed too_small'],
  ])('that asks for %s is refused at its place', (_, body, expected) => {
    const problems = inputProblems(RunRequest.safeParse(body).error?.issues ?? []);
    expect(problems.map(({ pointer, code }) => `${pointer} ${code}`)).toEqual([expected]);
  });
});
