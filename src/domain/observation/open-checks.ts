import type { CheckName } from '../datasets/observatory/check-terms.ts';
import { countEntries, isDomainFile, type ObservedRecord, targetsOf } from './observation-targets.ts';

type Targets = ReturnType<typeof targetsOf>;

/** Whether the targets of a record can answer a check, and what it would have to name if they cannot, or why nothing can. */
interface Reach {
  readonly isIn: (targets: Targets, record: ObservedRecord) => boolean;
  readonly lack: string;
}

const hasEntry = ({ registry }: Targets): boolean => registry.length > 0;

const isOnEvmChain = ({ chainId }: Targets['registry'][number]): boolean => chainId.startsWith('eip155:');

/** An entry of CIS-8004: its registry keeps a status and the hash of the card. */
const hasFullEntry = ({ registry }: Targets): boolean => registry.some((entry) => !isOnEvmChain(entry));

/** A registration file that is the file of its domain, and should name entries of the record. */
const namesBack = ({ address, card, registrations }: Targets['cards'][number]): boolean =>
  isDomainFile(address) && card.format === 'erc-8004-registration' && registrations.length > 0;

/** Whether a registration file is read: the card of the record, or without one the file that its registry names. */
const readsRegistration = ({ cards, registry }: Targets): boolean =>
  cards.length > 0 ? cards.some(({ card }) => card.format === 'erc-8004-registration') : registry.some(isOnEvmChain);

const saysAnswer = ({ endpoint: { protocol, has } }: Targets['endpoints'][number]): boolean =>
  protocol !== 'http' || has !== undefined;

const byPeople = () => false;

/** Why an entry that a record may name is not read. */
const READ_REGISTRIES = 'of CIS-8004 or ERC-8004 with chain, contract and id; other registries are not read';

const NO_ENTRY = `the record names no entry ${READ_REGISTRIES}`;
const NO_FULL_ENTRY = 'the record names no entry of CIS-8004 with chain, contract and id';

const reaches: Readonly<Record<CheckName, Reach>> = {
  registry_owner: { isIn: hasEntry, lack: NO_ENTRY },
  registry_status: { isIn: hasFullEntry, lack: NO_FULL_ENTRY },
  token_uri_equals_card: {
    isIn: (targets, { agent_card: card }) => hasEntry(targets) && card !== undefined,
    lack: `the record names no card to compare with, or no entry ${READ_REGISTRIES}`,
  },
  card_hash_onchain: { isIn: hasFullEntry, lack: NO_FULL_ENTRY },
  agent_wallet_consent: {
    isIn: ({ registry }) => registry.some(({ isCanonical }) => isCanonical),
    lack: 'the record names no entry of a canonical ERC-8004 registry with chain, contract and id',
  },
  linked_control: {
    isIn: ({ registry }) => countEntries(registry) > 1,
    lack: `the record names no two entries ${READ_REGISTRIES}`,
  },
  ens_record: { isIn: byPeople, lack: 'it asks for more than one read' },
  transaction_exists: {
    isIn: ({ transactions }) => transactions.length > 0,
    lack: 'the record names no transaction of an EVM chain by its hash',
  },
  contract_state: {
    isIn: ({ contracts }) => contracts.some(({ read }) => read !== undefined),
    lack: 'no source states what the contract answers to a read',
  },
  attestation_issuer: { isIn: byPeople, lack: 'it asks for more than one read' },
  card_served: {
    isIn: (targets) => targets.cards.some(({ card }) => card.format !== 'other') || readsRegistration(targets),
    lack: 'the record names no card of a format that is known',
  },
  card_signature: {
    isIn: ({ cards }) => cards.some(({ card }) => card.format === 'a2a-agent-card'),
    lack: 'the record names no A2A agent card',
  },
  key_directory: {
    isIn: ({ keySets }) => keySets.some(({ kids, isDirectory }) => isDirectory || kids.length > 0),
    lack: 'the record names no address of keys, or no key to find there',
  },
  request_signature: { isIn: byPeople, lack: 'it needs a request of the agent that was captured' },
  domain_proof: {
    isIn: ({ domains, cards }) => domains.length > 0 || cards.some(namesBack),
    lack: 'the record names no registration for the domain to name back',
  },
  mcp_registry_name: { isIn: ({ mcp }) => mcp.length > 0, lack: 'the record names no entry of the MCP registry' },
  endpoint_liveness: {
    isIn: (targets) =>
      targets.endpoints.length > 0
        ? targets.endpoints.some(saysAnswer)
        : targets.mcp.length > 0 || readsRegistration(targets),
    lack: 'no source states what an endpoint answers, and the record names no document that names one',
  },
  receipt_verifies: { isIn: byPeople, lack: 'it needs a receipt, which each issuer makes in a form of its own' },
  enclave_attestation: { isIn: byPeople, lack: 'it needs an attestation of the enclave for a nonce' },
  index_agreement: {
    isIn: ({ indexes }) => indexes.length > 0,
    lack: 'no source states where the index shows an entry of an ERC-8004 registry',
  },
  identifier_recompute: { isIn: byPeople, lack: 'no source states the data that the identifier is made of' },
};

/** A check that no run of `observe` can answer, with the reason. */
export interface OpenCheck {
  readonly check: string;
  readonly reason: string;
}

/** The checks of a record that no run of `observe` can answer, so that people have to make them. A withdrawn record has none. */
export const openChecks = (record: ObservedRecord): OpenCheck[] => {
  if (record.withdrawn_on !== undefined) return [];
  const targets = targetsOf(record);
  return record.verifiable.flatMap(({ check }) => {
    const reach = Object.hasOwn(reaches, check) ? reaches[check as CheckName] : undefined;
    return reach === undefined || reach.isIn(targets, record) ? [] : [{ check, reason: reach.lack }];
  });
};
