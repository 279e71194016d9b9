import { expect, test } from 'vitest';
import { judgeWorkOrder, Verdict } from '../../../src/domain/adjudication/verdict.ts';

const criteria = [
  { id: 'one', must: true },
  { id: 'two', must: true },
  { id: 'nice', must: false },
];
type Shows = 'met' | 'failed' | 'inconclusive';

const unproven = [null, 'medium', 'escalate_to_human'];
const met = [true, 'high', 'uphold_acceptance'];

test.each<[showings: string, rule: string, verdict: unknown[], named: string]>([
  ['', 'no_evidence', [null, 'low', 'insufficient_evidence'], 'one, two'],
  ['one met, one failed, two failed', 'contradiction_on_a_must_criterion', [null, 'low', 'escalate_to_human'], 'one'],
  ['one failed', 'must_criterion_failed', [false, 'high', 'reject_or_refund'], 'one'],
  ['one met, two met', 'all_must_criteria_met', met, 'one, two'],
  ['two met, one inconclusive, one met', 'all_must_criteria_met', met, 'one, two'],
  ['one met, two met, nice failed', 'all_must_criteria_met', met, 'one, two'],
  ['one met, one inconclusive, two met', 'all_must_criteria_met', met, 'one, two'],
  ['one met', 'must_criterion_unproven', unproven, 'two'],
  ['one met, two inconclusive', 'must_criterion_unproven', unproven, 'two'],
  ['nice met, nice failed', 'must_criterion_unproven', unproven, 'one, two'],
])('the verdict on “%s” follows the rule %s and names the criteria', (showings, rule, verdict, named) => {
  const items = showings.split(', ').flatMap((each) => {
    const [criterion_id, shows] = each.split(' ');
    return shows === undefined ? [] : [{ criterion_id: criterion_id!, shows: shows as Shows }];
  });
  const judged = judgeWorkOrder(criteria, items);
  const { accepted_correctly, confidence, recommended_outcome, reason } = Verdict.parse(judged.verdict);
  expect(judged.rule).toBe(rule);
  expect([accepted_correctly, confidence, recommended_outcome]).toEqual(verdict);
  expect(reason.endsWith(`: ${named}.`)).toBe(true);
});
