import { describe, expect, test } from 'vitest';
import { RunRequest } from '../../../src/domain/adjudication/runner.ts';
import { isServiceError, type ServiceError } from '../../../src/domain/vocabulary/errors.ts';
import { inputProblems } from '../../../src/domain/vocabulary/input-problems.ts';
import { runnerStates } from '../../support/interface.ts';
import { item, order, run } from '../../support/runs.ts';

const refusal = (body: object): ServiceError => {
  try {
    run(body);
  } catch (error) {
    if (isServiceError(error)) return error;
    throw error;
  }
  throw new Error('the run was not refused');
};

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
