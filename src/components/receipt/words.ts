import type { AnchorRecord } from '../../domain/anchors/anchor-record.ts';
import { judgeOrigin } from '../../domain/keys/origin.ts';
import type { PublicKey } from '../../domain/keys/public-key.ts';
import type { Coverage } from '../../domain/receipts/mandate-scope.ts';
import type { JudgedByKey } from '../../domain/verification/check-signatures.ts';

/** An answer to one of the three questions, never better than what was checked. */
export interface Answer {
  readonly result: 'pass' | 'fail' | 'unverified';
  readonly headline: string;
  readonly detail: string;
}

/** The look of a badge for each result. */
export const resultLooks = { pass: 'good', fail: 'bad', unverified: 'open' } as const;

/** The look of a badge for each bound of a mandate. */
export const boundLooks: Readonly<Record<Coverage, string>> = { covered: 'good', not_covered: 'bad', unknown: 'open' };

/** From whom the receipt is, by the keys that this service publishes. */
export const originAnswer = (judged: readonly JudgedByKey<PublicKey>[]): Answer => {
  const result = judgeOrigin(judged);
  if (judged.length === 0)
    return {
      result,
      headline: 'Not shown',
      detail: 'The receipt carries no signature, so nothing shows who issued it.',
    };
  if (result === 'fail')
    return { result, headline: 'Not as signed', detail: 'A signature does not hold: do not rely on this receipt.' };
  if (result === 'unverified')
    return { result, headline: 'Not shown', detail: 'No signature could be judged with the keys published here.' };
  const demonstrates = judged.every(({ key }) => key?.demonstration === true);
  return {
    result,
    headline: demonstrates ? 'Signed by a demonstration key' : 'Signed by a key that this service publishes',
    detail: demonstrates
      ? 'The signature holds. The key is published here for demonstrations only and proves nothing about a real agent.'
      : 'The signature holds, and the key was valid when it signed. This service vouches for the key; nobody else does here.',
  };
};

const day = (time: string): string => `${time.slice(0, 10)} ${time.slice(11, 16)} UTC`;

/** Since when the receipt exists, by the record of its anchor at this service. */
export const anchorAnswer = (record: AnchorRecord): Answer => {
  const { state, seen_finalized, simulation, network, times, state_meaning, next_step } = record;
  if (simulation)
    return {
      result: 'unverified',
      headline: 'Anchored on a simulated chain only',
      detail: `State: ${state}. A simulated chain proves nothing.`,
    };
  if (state === 'finalized' && seen_finalized)
    return {
      result: 'pass',
      headline: `Anchored on ${network}`,
      detail: `This service saw the hash in a finalized block${times.settled_at === null ? '' : `, at the latest on ${day(times.settled_at)}`}. Look the transaction up yourself to rely on nobody.`,
    };
  return { result: 'unverified', headline: `Not settled: ${state}`, detail: `${state_meaning} ${next_step}` };
};

/** That a published receipt is intact: its address is made from its hash when the site is built. */
export const intactAnswer: Answer = {
  result: 'pass',
  headline: 'Intact',
  detail:
    'The SHA-256 of its canonical text is the hash in the address of its page. The build of this site computed it.',
};

/** What a built page says of the anchor, which can only be asked live. */
export const askedLive: Answer = {
  result: 'unverified',
  headline: 'Not looked up here',
  detail: 'Whether the hash is anchored on a chain is asked live, and that needs JavaScript.',
};

/** What the page says where no anchor of the hash is stored. */
export const notAnchored: Answer = {
  result: 'unverified',
  headline: 'No anchor is known here',
  detail: 'This service stores no anchor of this hash, so nothing shows since when the receipt exists.',
};

/** What the page says where the anchor could not be looked up. */
export const notLookedUp: Answer = {
  result: 'unverified',
  headline: 'Could not be looked up',
  detail: 'The service did not answer. An anchor on the chain is not affected; load this page again later.',
};

/** The text, cut at a word where it is longer than a search engine shows. */
export const shortened = (text: string, length = 160): string =>
  [...text].length <= length
    ? text
    : `${[...text]
        .slice(0, length - 1)
        .join('')
        .replace(/\s+\S*$/, '')}…`;
