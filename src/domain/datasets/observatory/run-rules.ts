import { problemIf, type RuleProblem } from '../../vocabulary/errors.ts';
import { findCheck } from './check-terms.ts';
import type { ObservatoryFile } from './record.ts';

type FileCheck = ObservatoryFile['verifiable'][number];

/** A height in decimal digits, or the hash of a block. */
const heightOrHash = /^(0|[1-9]\d{0,19}|(0x)?[0-9a-f]{64})$/i;

const checkRun = (ran: FileCheck, at: number): RuleProblem[] => {
  const { check, result, block } = ran;
  const wasRun = result === 'pass' || result === 'fail';
  const stated = result === undefined ? 'no result is given' : `the result is ${result}`;
  const readsChain = result === 'pass' && findCheck(check)?.supports[0] === 'onchain_checked';
  const problem = (isOne: boolean, member: 'by' | 'on' | 'network' | 'block', message: string) =>
    problemIf(isOne, ['verifiable', at, member], message);
  return [
    ...(['by', 'on'] as const).flatMap((member) =>
      problem(
        (ran[member] === undefined) === wasRun,
        member,
        wasRun ? `missing; required because ${stated}` : `not allowed because ${stated}; remove \`${member}\``,
      ),
    ),
    ...(['network', 'block'] as const).flatMap((member) =>
      problem(
        readsChain && ran[member] === undefined,
        member,
        `missing; a passed ${check} names the chain and the block that were read`,
      ),
    ),
    ...problem(
      !readsChain && block !== undefined && ran.network === undefined,
      'network',
      'missing; expected the chain of the block',
    ),
    ...problem(
      block !== undefined && !heightOrHash.test(block),
      'block',
      `is ${JSON.stringify(block)}; expected the height of the block in decimal digits, or its hash in 64 hexadecimal digits`,
    ),
  ];
};

/**
 * The rules for the result of each check that a person ran: it has who ran it and the day, and one that lifts a level by a
 * chain has the chain and the block that were read (SPEC.md §6.8).
 */
export const checkRuns = ({ verifiable }: ObservatoryFile): RuleProblem[] => verifiable.flatMap(checkRun);
