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

  test.each<[string, object, string]>([
    ['a scenario and own evidence', { scenario: 'no_evidence', evidence_items: [] }, '/scenario rule'],
    ['an id twice', { evidence_items: [item('length', 'met'), item('length', 'met')] }, '/evidence_items/1/id rule'],
  ])('that asks for %s is refused at its place', (_, body, expected) => {
    const problems = inputProblems(RunRequest.safeParse(body).error?.issues ?? []);
    expect(problems.map(({ pointer, code }) => `${pointer} ${code}`)).toEqual([expected]);
  });
});
