import { problemIf, type RuleProblem } from '../../vocabulary/errors.ts';
import { precisionOf } from '../../vocabulary/timestamp.ts';
import { checkAnyRecord } from '../record/rules.ts';
import type { DecisionRecord } from './record.ts';

const checkDecisionDate = ({ decided_on, date_precision, date_basis, created_on }: DecisionRecord): RuleProblem[] => [
  ...problemIf(
    date_precision !== precisionOf(decided_on),
    ['date_precision'],
    `${date_precision} does not match decided_on; expected ${precisionOf(decided_on)}`,
  ),
  ...problemIf(
    (date_basis === 'undated') !== (decided_on === undefined),
    ['date_basis'],
    decided_on === undefined
      ? `${date_basis} needs a decided_on; expected undated`
      : 'undated contradicts decided_on; expected the event that decided_on is the date of',
  ),
  // A shorter date includes all its days: 2026 is not before 2026-05-01.
  ...problemIf(
    decided_on !== undefined && created_on !== undefined && decided_on < created_on.slice(0, decided_on.length),
    ['decided_on'],
    `${decided_on} is before created_on (${created_on}); expected that day or later`,
  ),
];

const refusals: readonly DecisionRecord['decision_type'][] = ['standard_declined', 'project_declined'];

/** A refusal stands, but its subject came to nothing; the outcome is that of the subject. */
const checkRefusal = ({ decision_type, outcome_status }: DecisionRecord): RuleProblem[] =>
  problemIf(
    refusals.includes(decision_type) && outcome_status !== 'withdrawn_or_rejected',
    ['outcome_status'],
    `${outcome_status} does not match decision_type ${decision_type}; expected withdrawn_or_rejected, what became of the subject`,
  );

/** The rules for a decision record that its schema cannot express. Links to other records are checked separately. */
export const checkDecisionRecord = (record: DecisionRecord): RuleProblem[] => [
  // A pending decision may name a future day on which it is to take effect.
  ...checkAnyRecord(record, ([member]) => member === 'effective' && record.outcome_status === 'pending'),
  ...checkDecisionDate(record),
  ...checkRefusal(record),
];
