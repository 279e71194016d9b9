import { describe, expect, inject, test } from 'vitest';
import type { RunReceipt } from '../../src/domain/adjudication/runner.ts';
import type { WorkOrderPack } from '../../src/domain/adjudication/work-order-pack.ts';
import { verifyText } from '../../src/domain/verification/verify.ts';
import { call, post } from '../support/call.ts';
import { runnerStates } from '../support/interface.ts';
import { moves, previewPaths, runItem, workOrder } from '../support/previews.ts';
import { expectProblem } from '../support/problem.ts';

const server = { url: inject('site') };
const run = (body: object) => post(server.url + previewPaths.run, body);
const preview = (body: object) => post(server.url + previewPaths.workOrder, body);
const verify = async (text: string) => (await verifyText(text, {})).answers.intact.result;

describe('a work order pack', () => {
  test('of a sound order is a draft with nothing locked, and verifies', async () => {
    const answer = await preview(workOrder);
    const pack = answer.json as unknown as WorkOrderPack;
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(pack.state_machine).toMatchObject({ present_state: 'draft_preview' });
    expect(pack.escrow_terms.locked).toBe(false);
    expect(await verify(answer.text)).toBe('pass');
    expect((await preview(workOrder)).text).toBe(answer.text);
  });

  test('has the hashes that a run of the order has', async () => {
    const pack = (await preview(workOrder)).json;
    const receipt = (await run({ work_order: workOrder })).json;
    for (const name of ['work_order_hash', 'pre_work_commitment_hash']) expect(pack[name]).toBe(receipt[name]);
  });

  test('shows the bytes that an anchor would register: a CBOR text of the hash', async () => {
    const pack = (await preview(workOrder)).json as unknown as WorkOrderPack;
    for (const { sha256: hash, registered_data_hex } of pack.concordium_commitments.commitments)
      expect(registered_data_hex).toBe(`7840${Buffer.from(hash, 'ascii').toString('hex')}`);
  });

  const {
    acceptance_criteria: [length, sources],
    escrow,
  } = workOrder;
  test.each<[string, object, string[]]>([
    ['an unknown member', { urgent: true }, [' unknown_member']],
    [
      'no criterion that is a must',
      { acceptance_criteria: [{ ...length, must: false }], evidence_rules: [] },
      ['/acceptance_criteria rule'],
    ],
    [
      'the same criterion twice',
      { acceptance_criteria: [length, sources, length], evidence_rules: [] },
      ['/acceptance_criteria/2/id rule'],
    ],
    [
      'a rule for no criterion',
      { evidence_rules: [{ criterion_id: 'other', accepted_kinds: ['log'] }] },
      ['/evidence_rules/0/criterion_id rule'],
    ],
    [
      'a deadline in another century',
      { escrow: { ...escrow, deadline: '1970-01-01T00:00:00Z' } },
      ['/escrow/deadline rule'],
    ],
    ['a description of 501 characters', { description: 'x'.repeat(501) }, ['/description too_big']],
  ])('of an order with %s is refused at its place', async (_, changes, expected) => {
    expect(expectProblem(await preview({ ...workOrder, ...changes }), 'invalid_request')).toEqual(expected);
  });
});

describe('a run', () => {
  test.each([
    ['delivered_as_agreed', true, 'high', 'uphold_acceptance', 'release'],
    ['criterion_failed', false, 'high', 'reject_or_refund', 'refund'],
    ['conflicting_evidence', null, 'low', 'escalate_to_human', 'escalation'],
    ['no_evidence', null, 'low', 'insufficient_evidence', 'escalation'],
  ])(
    'of the scenario %s ends in %s, %s, %s',
    async (scenario, accepted_correctly, confidence, recommended_outcome, action) => {
      for (const body of [{ scenario }, { scenario, work_order: workOrder }]) {
        const answer = await run(body);
        const receipt = answer.json as unknown as RunReceipt;
        expect(receipt.verdict).toMatchObject({ accepted_correctly, confidence, recommended_outcome });
        expect(receipt.prepared_outcome).toEqual({ action, executed: false });
        expect(receipt.states_passed).toEqual(runnerStates);
        expect(await verify(answer.text)).toBe('pass');
      }
    },
  );

  test('without a body is the sample, and is a fresh one each time', async () => {
    const runs = await Promise.all(
      Array.from({ length: 20 }, () => call(server.url + previewPaths.run, { method: 'POST' })),
    );
    const receipts = runs.map(({ json }) => json as unknown as RunReceipt);
    expect(new Set(runs.map(({ status }) => status))).toEqual(new Set([200]));
    for (const name of ['seed', 'work_order_hash', 'verdict_hash', 'runner_receipt_hash'] as const) {
      expect(new Set(receipts.map((receipt) => receipt[name])).size).toBe(receipts.length);
    }
  });

  test('with a seed is replayed to the byte, also from the seed of a fresh sample', async () => {
    const body = { scenario: 'criterion_failed', seed: 'again' };
    expect((await run(body)).text).toBe((await run(body)).text);
    const fresh = await run({});
    expect((await run({ seed: (fresh.json as unknown as RunReceipt).seed })).text).toBe(fresh.text);
  });

  test('says what the service says in ASCII, so that no reader needs to care for encodings', async () => {
    expect((await run({})).text).toMatch(/^[\x20-\x7e]+\n$/);
  });

  test.each([
    ['a scenario and own evidence', { scenario: 'no_evidence', evidence_items: [] }, '/scenario rule'],
    [
      'an id twice',
      { evidence_items: [runItem('length', 'met'), runItem('length', 'met')] },
      '/evidence_items/1/id rule',
    ],
  ])('that is asked for with %s is refused at its place', async (_, body, expected) => {
    expect(expectProblem(await run(body), 'invalid_request')).toEqual([expected]);
  });

  test('of the first moves alone stops where they lead', async () => {
    for (const [index] of moves.entries()) {
      const answer = await run({ events: moves.slice(0, index + 1) });
      const receipt = answer.json as unknown as RunReceipt;
      expect(receipt.states_passed).toEqual(runnerStates.slice(0, index + 2));
      expect(await verify(answer.text)).toBe('pass');
    }
  });

  const illegal = runnerStates.flatMap((state, at) =>
    moves.filter((_, index) => index !== at).map((event) => ({ state, event, at })),
  );
  test.each(illegal)('refuses $event in the state $state by name', async ({ state, event, at }) => {
    const answer = await run({ events: [...moves.slice(0, at), event] });
    expect(expectProblem(answer, 'illegal_transition')).toEqual([`/events/${at} illegal_transition`]);
    expect(answer.json).toMatchObject({ state, event, allowed_events: moves.slice(at, at + 1) });
    for (const word of [state, event]) expect(answer.json['detail']).toContain(word);
  });

  const wrong = 'b'.repeat(64);
  const { client, evidence_rules } = workOrder;
  const submitting = (item: object) => ({ work_order: workOrder, evidence_items: [item] });
  const [order, items, claims] = ['/work_order', '/evidence_items/0', '/claims'];
  test.each<[string, number, object, string]>([
    ['parties_are_distinct', 0, { work_order: { ...workOrder, agent: client } }, `${order}/agent/account`],
    [
      'must_criteria_have_evidence_rules',
      0,
      { work_order: { ...workOrder, evidence_rules: evidence_rules.slice(1) } },
      `${order}/acceptance_criteria/0`,
    ],
    ['acceptance_names_the_hashes', 1, { claims: { work_order_hash: wrong } }, `${claims}/work_order_hash`],
    [
      'acceptance_names_the_hashes',
      1,
      { claims: { pre_work_commitment_hash: wrong } },
      `${claims}/pre_work_commitment_hash`,
    ],
    [
      'acceptance_is_before_the_deadline',
      1,
      { work_order: workOrder, claims: { accepted_at: workOrder.escrow.deadline } },
      `${claims}/accepted_at`,
    ],
    [
      'items_are_bound_to_the_work_order',
      2,
      submitting(runItem('length', 'met', { work_order_hash: wrong })),
      `${items}/work_order_hash`,
    ],
    ['item_kinds_are_allowed', 2, submitting(runItem('length', 'met', { kind: 'screenshot' })), `${items}/kind`],
    ['item_kinds_are_allowed', 2, submitting(runItem('other', 'met')), `${items}/kind`],
    ['evidence_pack_hash_matches', 3, { claims: { evidence_pack_hash: wrong } }, `${claims}/evidence_pack_hash`],
    ['verdict_hash_matches', 4, { claims: { verdict_hash: wrong } }, `${claims}/verdict_hash`],
  ])('is refused by the guard %s in state %i', async (guard, at, body, pointer) => {
    const answer = await run(body);
    expect(expectProblem(answer, 'guard_failed')).toEqual([`${pointer} guard_failed`]);
    expect(answer.json).toMatchObject({ guard, state: runnerStates[at], event: moves[at] });
    expect(answer.json['detail']).toContain(guard);
  });
});
