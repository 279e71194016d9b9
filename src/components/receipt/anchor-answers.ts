import type { AnchorRecord } from '../../domain/anchors/anchor-record.ts';

/** An answer to one of the three questions, never better than what was checked. */
export interface Answer {
  readonly result: 'pass' | 'fail' | 'unverified';
  readonly headline: string;
  readonly detail: string;
}

/** The look of a badge for each result. */
export const resultLooks = { pass: 'good', fail: 'bad', unverified: 'open' } as const;

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
