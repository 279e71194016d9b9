import type { AgentRegistration } from '../domain/agent/agent.ts';
import { partsOfCaip10 } from '../domain/chains/caip.ts';
import type { RegistryAnswer } from '../domain/observation/agent-registry.ts';
import { type ExpectedHash, judgeHash, matchIf, unread } from '../domain/observation/judge-document.ts';
import { judgeRegistryEntry } from '../domain/observation/judge-registry.ts';
import type { CheckOutcome } from '../domain/observation/observation.ts';
import type { ObserverTools } from './observe-document.ts';

/** What the operator holds against the chain. */
export interface OwnRegistration {
  readonly registration: AgentRegistration;
  /** Where the registered card is served. */
  readonly cardAddress: string;
  /** The bytes that were frozen. */
  readonly frozen: Uint8Array;
  /** The card as the facts about the agent make it now. */
  readonly current: Uint8Array;
}

/** One thing that was compared. */
export interface RegistrationCheck {
  readonly what: string;
  readonly outcome: CheckOutcome;
}

/** The hash in the registry. A registry that was read and names none is not as the operator means it. */
const hashOnChain = (answer: RegistryAnswer): ExpectedHash => {
  if (!answer.read) return { kind: 'unread', reason: answer.reason };
  const hex = answer.agent?.cardSha256;
  return hex === undefined ? { kind: 'none' } : { kind: 'known', hex, alg: 'sha-256' };
};

const labels: Readonly<Record<string, string>> = {
  registry: 'registration on the chain',
  owner: 'owner of the token',
  card_address: 'address of the card in the registry',
};

/**
 * Compares the registration on the chain, the frozen card and what is served, with the results of the observatory: match,
 * mismatch, or unread when something could not be read this time. Never rejects because of what others answer.
 */
export const observeRegistration = async (
  { registration, cardAddress, frozen, current }: OwnRegistration,
  { registry, fetch, now }: ObserverTools,
): Promise<RegistrationCheck[]> => {
  const { network, account, registry: contract, token_id: tokenId } = registration;
  const answer: RegistryAnswer | undefined = await registry?.agentOf(network, contract, tokenId);
  const target = {
    target: 'registry_entry',
    address: `${network}:<${contract.index},${contract.subindex}>/${tokenId}`,
    chainId: network,
    contract,
    tokenId,
    account: partsOfCaip10(account).address,
    isCanonical: false,
  } as const;
  const onChain = answer
    ? judgeRegistryEntry(answer, target, cardAddress, now().toISOString()).checks
    : [unread('registry', 'no_reader')];
  const expected: ExpectedHash = answer ? hashOnChain(answer) : { kind: 'unread', reason: 'no_reader' };
  const fetched = await fetch(cardAddress);
  return [
    ...onChain.map((outcome) => ({ what: labels[outcome.check]!, outcome })),
    { what: 'frozen bytes, by the hash on the chain', outcome: judgeHash(frozen, expected) },
    {
      what: 'served card, byte for byte',
      outcome: fetched.ok
        ? matchIf(Buffer.compare(fetched.bytes, frozen) === 0, 'hash', 'other_hash')
        : unread('hash', fetched.reason),
    },
    {
      what: 'frozen card, by datasets/agent.yaml',
      outcome: matchIf(Buffer.compare(frozen, current) === 0, 'hash', 'other_hash'),
    },
  ];
};
