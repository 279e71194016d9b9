import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { judgeWorkOrder, Verdict, verdictRules } from '../../../src/domain/adjudication/verdict.ts';

const criteria = [
  { id: 'one', must: true },
  { id: 'two', must: true },
  { id: 'nice', must: false },
];
type Shows = 'met' | 'failed' | 'inconclusive';
const items = (...showings: [string, Shows][]) => showings.map(([criterion_id, shows]) => ({ criterion_id, shows }));

describe('the verdict', () => {
  test.each<[string, [string, Shows][], string, unknown[], RegExp]>([
    ['no evidence', [], 'no_evidence', [null, 'low', 'insufficient_evidence'], /one, two/],
    [
      'a contradiction, though another criterion failed',
      [
        ['one', 'met'],
        ['one', 'failed'],
        ['two', 'failed'],
      ],
      'contradiction_on_a_must_criterion',
      [null, 'low', 'escalate_to_human'],
      /: one\./,
    ],
    [
      'a failed criterion, though another is unproven',
      [['one', 'failed']],
      'must_criterion_failed',
      [false, 'high', 'reject_or_refund'],
      /: one\./,
    ],
    [
      'all met',
      [
        ['one', 'met'],
        ['two', 'met'],
      ],
      'all_must_criteria_met',
      [true, 'high', 'uphold_acceptance'],
      /: one, two\./,
    ],
    [
      'all met, though a nice one failed',
      [
        ['one', 'met'],
        ['two', 'met'],
        ['nice', 'failed'],
      ],
      'all_must_criteria_met',
      [true, 'high', 'uphold_acceptance'],
      /: one, two\./,
    ],
    ['one unproven', [['one', 'met']], 'must_criterion_unproven', [null, 'medium', 'escalate_to_human'], /: two\./],
    [
      'one inconclusive',
      [
        ['one', 'met'],
        ['two', 'inconclusive'],
      ],
      'must_criterion_unproven',
      [null, 'medium', 'escalate_to_human'],
      /: two\./,
    ],
    [
      'met and inconclusive',
      [
        ['one', 'met'],
        ['one', 'inconclusive'],
        ['two', 'met'],
      ],
      'all_must_criteria_met',
      [true, 'high', 'uphold_acceptance'],
      /: one, two\./,
    ],
    [
      'a contradiction on a nice one only',
      [
        ['nice', 'met'],
        ['nice', 'failed'],
      ],
      'must_criterion_unproven',
      [null, 'medium', 'escalate_to_human'],
      /: one, two\./,
    ],
  ])('on %s follows its rule and names the criteria', (_, showings, rule, [accepted, confidence, outcome], reason) => {
    const judged = judgeWorkOrder(criteria, items(...showings));
    expect(judged.rule).toBe(rule);
    expect(Verdict.parse(judged.verdict)).toMatchObject({
      accepted_correctly: accepted,
      confidence,
      recommended_outcome: outcome,
    });
    expect(judged.verdict.reason).toMatch(reason);
  });

  test('does not depend on the order of the evidence', () => {
    const showing = fc.record({
      criterion_id: fc.constantFrom('one', 'two', 'nice'),
      shows: fc.constantFrom<Shows>('met', 'failed', 'inconclusive'),
    });
    fc.assert(
      fc.property(fc.array(showing, { maxLength: 8 }), (list) => {
        expect(judgeWorkOrder(criteria, list.toReversed())).toEqual(judgeWorkOrder(criteria, list));
      }),
    );
  });
});

test('the published rules are the five of the contract, in its order', () => {
  expect(
    verdictRules.map((rule) => [rule.accepted_correctly, rule.confidence, rule.recommended_outcome, rule.prepares]),
  ).toEqual([
    [null, 'low', 'insufficient_evidence', 'escalation'],
    [null, 'low', 'escalate_to_human', 'escalation'],
    [false, 'high', 'reject_or_refund', 'refund'],
    [true, 'high', 'uphold_acceptance', 'release'],
    [null, 'medium', 'escalate_to_human', 'escalation'],
  ]);
});
