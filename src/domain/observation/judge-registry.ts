import { findBase58Check } from '../chains/base58check.ts';
import type { Timestamp } from '../vocabulary/timestamp.ts';
import type { RegistryAnswer } from './agent-registry.ts';
import { type CheckOutcome, keptText, type Look } from './observation.ts';
import type { RegistryTarget } from './observation-targets.ts';

/** Concordium addresses that share their first 29 bytes are aliases of one account. */
const ALIAS_BYTES = 29;

const sameAccount = (a: string, b: string): boolean => {
  const [one, other] = [a, b].map((address) => findBase58Check(address)?.payload.subarray(0, ALIAS_BYTES));
  return one !== undefined && other !== undefined && Buffer.compare(one, other) === 0;
};

/** Compares the entry of an agent in a registry with the record. */
export const judgeRegistryEntry = (
  answer: RegistryAnswer,
  target: RegistryTarget,
  cardAddress: string | undefined,
  at: Timestamp,
): Look => {
  if (!answer.read) return { at, checks: [{ check: 'registry', result: 'unread', reason: answer.reason }] };
  const { agent, blockHash } = answer;
  if (agent === undefined) {
    return {
      at,
      checks: [{ check: 'registry', result: 'mismatch', reason: 'not_registered' }],
      entry: { status: 'not_registered', block_hash: blockHash },
    };
  }
  const registered: CheckOutcome =
    agent.status === 'active'
      ? { check: 'registry', result: 'match' }
      : { check: 'registry', result: 'mismatch', reason: 'revoked' };
  const owner: CheckOutcome[] =
    target.account === undefined
      ? []
      : [
          sameAccount(agent.owner, target.account)
            ? { check: 'owner', result: 'match' }
            : { check: 'owner', result: 'mismatch', reason: 'other_owner' },
        ];
  const card: CheckOutcome[] =
    cardAddress === undefined || agent.cardAddress === undefined
      ? []
      : [
          agent.cardAddress === cardAddress
            ? { check: 'card_address', result: 'match' }
            : { check: 'card_address', result: 'mismatch', reason: 'other_address' },
        ];
  return {
    at,
    checks: [registered, ...owner, ...card],
    entry: {
      status: agent.status,
      owner: keptText(agent.owner),
      ...(agent.cardAddress === undefined ? {} : { card_address: keptText(agent.cardAddress) }),
      ...(agent.cardSha256 === undefined ? {} : { card_sha256: agent.cardSha256 }),
      block_hash: blockHash,
    },
  };
};
