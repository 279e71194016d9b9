import type { Term } from '../../vocabulary/terms.ts';

/** A check by which anyone can confirm a part of a claim. Its `meaning` is what a pass proves. */
export interface CheckTerm extends Term {
  readonly provesNot: string;
  readonly how: string;
  /** The levels that a pass supports: the higher one where it names the block that was read. Empty: it shows that something runs, no more. */
  readonly supports: readonly ('maintainer_checked' | 'onchain_checked')[];
}

const onChain = ['onchain_checked'] as const;
const offChain = ['maintainer_checked'] as const;
const either = ['maintainer_checked', 'onchain_checked'] as const;

const registryTerms = {
  registry_owner: {
    label: 'Owner in the registry',
    meaning: 'at the block that was read, the registry had the entry and this account owned it.',
    provesNot: 'who stands behind the account, that the agent runs, or that the entry does not change hands.',
    how: 'Read the owner of the entry at a block: ownerOf(agentId) of ERC-8004, agent_of(token_id) of CIS-8004. A revert means no entry.',
    supports: onChain,
  },
  registry_status: {
    label: 'Status in the registry',
    meaning: 'at the block that was read, the registry called the entry in force.',
    provesNot: 'that the agent runs: the owner sets the status. ERC-8004 keeps none on chain.',
    how: 'Read the status of the entry at a block: agent_of(token_id) of CIS-8004, the state of a service of Olas.',
    supports: onChain,
  },
  token_uri_equals_card: {
    label: 'Card address in the registry',
    meaning: 'the owner of the entry, or an operator it allowed, set this address in the registry.',
    provesNot: 'that the file at the address is the one of that day, or true: the address can serve another one.',
    how: 'Read tokenURI(agentId), or agent_uri of CIS-8004, and compare it with the address of the card.',
    supports: onChain,
  },
  card_hash_onchain: {
    label: 'Card hash on chain',
    meaning: 'the bytes that were served are those that the owner committed to.',
    provesNot: 'that what the card says is true, or that the agent behaves so.',
    how: 'Hash the bytes of the card and compare with metadata_hash, read from the registry at a block.',
    supports: onChain,
  },
  agent_wallet_consent: {
    label: 'Consent of the wallet',
    meaning: 'the registry accepted a signature of the wallet when it was set, or the wallet is the owner itself.',
    provesNot: 'that the agent uses the wallet, or that the wallet still agrees.',
    how: 'Read getAgentWallet(agentId) of the canonical registry, whose code sets it to the owner or, with a signature of the wallet, to another. Zero means none.',
    supports: onChain,
  },
  linked_control: {
    label: 'One controller',
    meaning: 'one account owned both when they were read, each names the other, or one key signed for both.',
    provesNot: 'who the controller is, or that both stay with one: each can be sold alone.',
    how: 'Compare the owners; on several chains the owner has no code. Where they differ, require that each file names the other, or one statement signed by both.',
    supports: onChain,
  },
  ens_record: {
    label: 'ENS record',
    meaning: 'the owner of the name set the record for this registry entry.',
    provesNot: 'that one party owns name and entry; the record can outlive a sale of the name.',
    how: 'Resolve the text record agent-registration[registry][agentId] of the name (ENSIP-25); require a value.',
    supports: onChain,
  },
  transaction_exists: {
    label: 'Transaction',
    meaning: 'the chain has the transaction in this block, with success.',
    provesNot: 'who sent it, why, or what it wrote: nothing of that is compared with the record.',
    how: 'Read the receipt by its hash: status and block.',
    supports: onChain,
  },
  contract_state: {
    label: 'Contract',
    meaning:
      'at that block code stood at the address, and what was read is as the record states: a value, a least value, or any value.',
    provesNot: 'who deployed it, or that the code does what a published source shows.',
    how: 'Read the code at the address and one named function at a block.',
    supports: onChain,
  },
  attestation_issuer: {
    label: 'Attestation',
    meaning: 'this address attested this content at this time and had not revoked it when it was read.',
    provesNot: 'that the content is true, or that the issuer is who it says.',
    how: 'Find the attestation by schema and subject; read attester, time and revocation.',
    supports: onChain,
  },
} as const satisfies Record<string, CheckTerm>;

const documentTerms = {
  card_served: {
    label: 'Card served',
    meaning: 'on that day the address answered with a file that fits the format.',
    provesNot: 'who wrote the file, or that the services in it exist.',
    how: 'Fetch the card over HTTPS and compare it with its format. Keep the SHA-256 of the bytes.',
    supports: [],
  },
  card_signature: {
    label: 'Card signature',
    meaning: 'the card was signed with the key at the address that it or the record names, and was not changed since.',
    provesNot: 'whose key it is, unless the address of the key is known to be the subject’s; that the card is recent.',
    how: 'Verify a JWS of the card (A2A, section 8.4) with the key of its kid, at its jku or an address of keys that the record names; note the host of the key.',
    supports: offChain,
  },
  key_directory: {
    label: 'Key in the directory',
    meaning:
      'on that day the address published this key or, where the record names none, the key that signed its answer.',
    provesNot: 'that the agent signs with it, or who holds it.',
    how: 'Fetch the directory or key set and find the key by its id or thumbprint (RFC 7638).',
    supports: offChain,
  },
  request_signature: {
    label: 'Request signature',
    meaning: 'a holder of the key sent that request within the time window of the signature.',
    provesNot: 'which user is behind it, or that other requests of the same name are genuine.',
    how: 'Verify Signature and Signature-Input of a captured request (RFC 9421) with the key that it names.',
    supports: offChain,
  },
  domain_proof: {
    label: 'Domain proof',
    meaning: 'those who control the domain say that the entry is theirs.',
    provesNot: 'who controls the domain, or more than control on that day.',
    how: 'Fetch /.well-known/agent-registration.json of the domain and require the registry and id of the entry; for did:web the DID document.',
    supports: offChain,
  },
  mcp_registry_name: {
    label: 'MCP registry name',
    meaning: 'the publisher controlled the account or domain of the namespace when it published the entry.',
    provesNot: 'who that is, what the server does, or that the server is that of the record unless the entry names it.',
    how: 'Read the entry by its name. A domain of the namespace still serves /.well-known/mcp-registry-auth, or a TXT record.',
    supports: offChain,
  },
  endpoint_liveness: {
    label: 'Endpoint answers',
    meaning: 'on that day the endpoint completed the handshake of its protocol, or answered as a source says.',
    provesNot: 'that the subject runs it, that it does its work, or that it answers tomorrow.',
    how: 'A2A: fetch the card. MCP: initialize, then list the tools. Others: ask what a source says that they answer. Read only: no payment, no login.',
    supports: [],
  },
  receipt_verifies: {
    label: 'Receipt verifies',
    meaning: 'a holder of the key made this receipt and it was not changed, or the hash follows from the input.',
    provesNot: 'that the action took place as described, or that receipts of bad outcomes are published too.',
    how: 'Take a published receipt, name it, and verify its signature or recompute its hash by the stated rule.',
    supports: offChain,
  },
  enclave_attestation: {
    label: 'Enclave attestation',
    meaning: 'a genuine enclave with this measurement signed the nonce.',
    provesNot: 'that the measurement is that of the published source, unless the build was reproduced.',
    how: 'Verify the chain of certificates to the root of the vendor, the nonce, and the measurement.',
    supports: offChain,
  },
  index_agreement: {
    label: 'Index agrees',
    meaning: 'for this entry, on that day, the index showed the owner that its source holds.',
    provesNot: 'that the index is complete.',
    how: 'Take one entry from the index, then read it from its source, and compare the owner and, where the index shows it, the address of its card.',
    supports: either,
  },
  identifier_recompute: {
    label: 'Identifier recomputes',
    meaning: 'the identifier is bound to exactly this data.',
    provesNot: 'that the data is true or whose it is. The checksum of an address is no such check.',
    how: 'Canonicalise the data by the rule of the method, hash it and compare.',
    supports: offChain,
  },
} as const satisfies Record<string, CheckTerm>;

/** The closed vocabulary of checks (SPEC.md §6.8): records, observations and levels use these names and no others. */
export const checkTerms = { ...registryTerms, ...documentTerms };
export type CheckName = keyof typeof checkTerms;

/** The term of a check; undefined for a name that is not in the vocabulary. */
export const findCheck = (name: string): CheckTerm | undefined =>
  Object.hasOwn(checkTerms, name) ? checkTerms[name as CheckName] : undefined;
