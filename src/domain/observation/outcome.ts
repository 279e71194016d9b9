import type { Caip2 } from '../chains/caip.ts';
import type { CheckReason } from '../datasets/observatory/check-reasons.ts';

/** The chain and the block that were read: its height or its hash. */
export interface Place {
  readonly network?: Caip2;
  readonly block?: string;
}

/** What one look at one address came to. `not_run`: tried without an answer, which contradicts nothing. */
export interface Outcome extends Place {
  readonly result: 'pass' | 'fail' | 'not_run';
  readonly reason?: CheckReason;
}

export const pass = (place: Place = {}): Outcome => ({ result: 'pass', ...place });
export const fail = (reason: CheckReason, place: Place = {}): Outcome => ({ result: 'fail', reason, ...place });
export const notRun = (reason: CheckReason, place: Place = {}): Outcome => ({ result: 'not_run', reason, ...place });

/** A pass, or a failure for this reason. */
export const passIf = (holds: boolean, reason: CheckReason, place: Place = {}): Outcome =>
  holds ? pass(place) : fail(reason, place);

const ranks = ['fail', 'pass', 'not_run'] as const;

/** The one that counts of several: a failure before a pass, and a pass before what had no answer. Undefined for none. */
export const decisive = <Found extends Outcome>(outcomes: readonly Found[]): Found | undefined =>
  outcomes.toSorted((a, b) => ranks.indexOf(a.result) - ranks.indexOf(b.result))[0];
