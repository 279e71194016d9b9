import type { CheckName } from '../datasets/observatory/check-terms.ts';
import { listTargets, type ObservedRecord } from './observation-targets.ts';

/** For each check, what a record would have to name so that it can be looked at, or why nothing it names can be. */
const missing: Readonly<Record<CheckName, string>> = {
  registry_owner: 'names no entry with chain, contract and id',
  registry_status: 'names no entry with chain, contract and id',
  token_uri_equals_card: 'names no entry with chain, contract and id',
  card_hash_onchain: 'names no entry with chain, contract and id',
  agent_wallet_consent: 'names no entry with chain, contract and id',
  linked_control: 'names no two entries with chain, contract and id',
  ens_record: 'names no ENS name',
  transaction_exists: 'names no transaction of an EVM chain by its hash',
  contract_state: 'names no contract on a chain that is read: Concordium, Solana, Cosmos, Cardano or an EVM chain',
  attestation_issuer: 'names neither an attestation nor its issuer',
  card_served: 'no source states the address of a card, so that the record has no agent_card',
  card_signature: 'no source states the address of a card, so that the record has no agent_card',
  key_directory: 'no source states the address of its keys, so that neither keys nor an identity names one',
  request_signature: 'needs a request of the agent that was captured',
  domain_proof: 'names no registration for the domain to name back',
  mcp_registry_name: 'names no entry of the MCP registry',
  endpoint_liveness: 'names no endpoint, and no document that names one',
  receipt_verifies: 'needs a receipt, which each issuer makes in a form of its own',
  enclave_attestation: 'needs an attestation of the enclave for a nonce',
  index_agreement: 'names no entry of an ERC-8004 registry that the index shows',
  identifier_recompute: 'no source states the data that the identifier is made of',
};

/** A record that names nothing that can be looked at, with the reason for each of its checks. */
export interface OutOfReach {
  readonly id: string;
  readonly reasons: readonly { readonly check: string; readonly reason: string }[];
}

/** The records that name nothing that can be looked at, without withdrawn ones. */
export const findOutOfReach = (records: readonly (ObservedRecord & { readonly id: string })[]): OutOfReach[] =>
  records
    .filter((record) => record.withdrawn_on === undefined && listTargets(record).length === 0)
    .map(({ id, verifiable }) => ({
      id,
      reasons: verifiable.flatMap(({ check }) =>
        Object.hasOwn(missing, check) ? [{ check, reason: missing[check as CheckName] }] : [],
      ),
    }));
