import { type Caip2, partsOfCaip10 } from '../../chains/caip.ts';
import { findChainName, nameOfChain } from '../../chains/known-chains.ts';
import { problemIf, type RuleProblem } from '../../vocabulary/errors.ts';
import { findCheck } from './check-terms.ts';
import { chainsOf } from './identity.ts';
import type { ObservatoryFile } from './record.ts';

type FileCheck = ObservatoryFile['verifiable'][number];

/** The checks that look at a receipt of the subject. */
const ofReceipts: readonly string[] = ['transaction_exists', 'receipt_verifies'];

/** A height or slot in decimal digits, or the hash of a block. */
const heightOrHash = /^(0|[1-9]\d{0,19}|(0x)?[0-9a-f]{64})$/i;

const textOf = (chain: Caip2): string => `${chain} (${nameOfChain(chain)})`;

/** The chains that a check can have read: those of the identities and the contracts of its record, and of its receipts. */
const chainsFor = (check: string, { identity, verifiable, receipts }: ObservatoryFile): Caip2[] => {
  const contracts = verifiable.flatMap(({ reads = [], entries = [] }) => [
    ...reads.map(({ contract }) => contract),
    ...entries.map(({ registry }) => registry),
  ]);
  const examples = ofReceipts.includes(check) ? (receipts?.examples ?? []) : [];
  const chains = [
    ...identity.flatMap(chainsOf),
    ...contracts.map((contract) => partsOfCaip10(contract).chain),
    ...examples.flatMap(({ network }) => network ?? []),
  ];
  return [...new Set(chains)];
};

const checkRunner = ({ result, by, on }: FileCheck, at: number): RuleProblem[] => {
  const wasRun = result === 'pass' || result === 'fail';
  const stated = result === undefined ? 'no result is given' : `the result is ${result}`;
  return (['by', 'on'] as const).flatMap((member) =>
    problemIf(
      ({ by, on }[member] === undefined) === wasRun,
      ['verifiable', at, member],
      wasRun ? `missing; required because ${stated}` : `not allowed because ${stated}; remove \`${member}\``,
    ),
  );
};

const checkNetwork = (record: ObservatoryFile, { check, network }: FileCheck): string[] => {
  if (network === undefined) return [];
  const chains = chainsFor(check, record);
  // Where the record misspells a chain, it may be this one.
  if (chains.includes(network) || chains.some((chain) => findChainName(chain) === undefined)) return [];
  const named = ofReceipts.includes(check) ? 'identity, contract or receipt' : 'identity or contract';
  const expected = chains.length > 0 ? chains.map(textOf).join(' or ') : 'an identity that names it';
  return [`no ${named} of the record is on ${textOf(network)}; expected ${expected}`];
};

const checkPlace = (record: ObservatoryFile, ran: FileCheck, at: number): RuleProblem[] => {
  const { check, result, block } = ran;
  const readsChain = result === 'pass' && findCheck(check)?.supports[0] === 'onchain_checked';
  const missing = (member: 'network' | 'block', message: string) =>
    problemIf(ran[member] === undefined, ['verifiable', at, member], `missing; ${message}`);
  const where = `a passed ${check} names the chain and the block that were read`;
  return [
    ...(readsChain ? [...missing('network', where), ...missing('block', where)] : []),
    ...(!readsChain && block !== undefined ? missing('network', 'expected the chain of the block') : []),
    ...checkNetwork(record, ran).map((message): RuleProblem => ({ path: ['verifiable', at, 'network'], message })),
    ...problemIf(
      block !== undefined && !heightOrHash.test(block),
      ['verifiable', at, 'block'],
      `is ${JSON.stringify(block)}; expected the height of the block in decimal digits, or its hash in 64 hexadecimal digits`,
    ),
  ];
};

/**
 * The rules for the result of each check that a person ran: it has who ran it and the day, one that lifts a level by a
 * chain has the chain and the block that were read, and these are a block and a chain that the record names (SPEC.md §6.8).
 */
export const checkRuns = (record: ObservatoryFile): RuleProblem[] =>
  record.verifiable.flatMap((ran, at) => [...checkRunner(ran, at), ...checkPlace(record, ran, at)]);
