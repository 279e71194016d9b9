import { RANDOM_ID_PATTERN } from '../vocabulary/identifier.ts';
import type { DecisionReceipt } from './decision-receipt.ts';

/** What was decided about, as a receipt names it. */
export type Subject = DecisionReceipt['subject'];

const REQUEST_KIND = 'request';

/** The subject of a decision about an intake request (SPEC.md §7.4): its id, and the hash of its text. */
export const subjectOfRequest = ({ id, body_sha256 }: { id: string; body_sha256: string }): Subject => ({
  kind: REQUEST_KIND,
  reference: id,
  sha256: body_sha256,
});

/** The id of the intake request that the receipt itself names as its subject, if it names one. */
export const findRequestId = ({ subject }: Pick<DecisionReceipt, 'subject'>): string | undefined =>
  subject.kind === REQUEST_KIND && RANDOM_ID_PATTERN.test(subject.reference) ? subject.reference : undefined;

/** Names what was decided about in a list: its reference, or of a request, whose id tells people nothing, its beginning. */
export const nameSubject = (receipt: Pick<DecisionReceipt, 'subject'>): string => {
  const id = findRequestId(receipt);
  return id === undefined ? receipt.subject.reference : `a public request, ${id.slice(0, 8)}…`;
};
