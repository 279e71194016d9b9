import type { RuleProblem } from '../../vocabulary/errors.ts';
import { leadsTo } from '../record/links.ts';
import { presentOf } from '../record/record.ts';
import type { DecisionRecord } from './record.ts';

const sameStatus = (a: DecisionRecord, b: DecisionRecord): boolean =>
  a.subject.status_to === b.subject.status_to || (a.outcome_status === 'in_effect' && b.outcome_status === 'in_effect');

/**
 * Decisions about one subject with one status, of which neither replaces the other, directly or through others: the
 * same decision recorded twice, a reference that means two things, or a replacement that is not named.
 */
export const checkSameSubject = (records: readonly DecisionRecord[]): (RuleProblem & { readonly id: string })[] => {
  const byId = new Map(records.map((record) => [record.id, record]));
  const replaces = (a: DecisionRecord, b: DecisionRecord) => leadsTo(a.id, b.id, 'supersedes', byId);
  return [
    ...Map.groupBy(presentOf(records), ({ ecosystem, subject }) => `${ecosystem} ${subject.ref}`).values(),
  ].flatMap((about) =>
    about.flatMap((record, at) => {
      const other = about
        .slice(0, at)
        .find((one) => sameStatus(one, record) && !replaces(one, record) && !replaces(record, one));
      if (other === undefined) return [];
      return {
        id: record.id,
        path: ['subject', 'ref'],
        message: `"${other.id}" gives "${record.subject.ref}" the same status; expected one record of the two, a more exact ref, or one that replaces the other`,
      };
    }),
  );
};
