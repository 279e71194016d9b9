import { isSameAccount } from '../chains/concordium-reference.ts';
import type { Timestamp } from '../vocabulary/timestamp.ts';
import type { RegistryAnswer } from './agent-registry.ts';
import { matchIf, unread } from './judge-document.ts';
import { keptText, type Look } from './observation.ts';
import type { RegistryTarget } from './observation-targets.ts';

/** Compares the entry of an agent in a registry with the record. */
export const judgeRegistryEntry = (
  answer: RegistryAnswer,
  target: RegistryTarget,
  cardAddress: string | undefined,
  at: Timestamp,
): Look => {
  if (!answer.read) return { at, checks: [unread('registry', answer.reason)] };
  const { agent, blockHash } = answer;
  if (agent === undefined) {
    return {
      at,
      checks: [matchIf(false, 'registry', 'not_registered')],
      entry: { status: 'not_registered', block_hash: blockHash },
    };
  }
  const { account } = target;
  const { owner, cardAddress: registeredCard } = agent;
  return {
    at,
    checks: [
      matchIf(agent.status === 'active', 'registry', 'revoked'),
      ...(account === undefined ? [] : [matchIf(isSameAccount(owner, account), 'owner', 'other_owner')]),
      ...(cardAddress === undefined || registeredCard === undefined
        ? []
        : [matchIf(registeredCard === cardAddress, 'card_address', 'other_address')]),
    ],
    entry: {
      status: agent.status,
      owner: keptText(agent.owner),
      ...(agent.cardAddress === undefined ? {} : { card_address: keptText(agent.cardAddress) }),
      ...(agent.cardSha256 === undefined ? {} : { card_sha256: agent.cardSha256 }),
      block_hash: blockHash,
    },
  };
};
