import type { Term } from '../vocabulary/terms.ts';

type Terms = Record<string, Term>;

/** The targets of an observation. */
export const observedTargetTerms = {
  agent_card: { label: 'Agent card', meaning: 'the agent card or registration file of the record.' },
  key_set: { label: 'Key set', meaning: 'an address of a published key that the record states.' },
  registry_entry: { label: 'Registry entry', meaning: 'the entry of the agent in a registry contract.' },
  domain_file: { label: 'Domain file', meaning: 'the registrations that a domain of the agent names.' },
  transaction: { label: 'Transaction', meaning: 'a transaction that the record names.' },
  contract: { label: 'Contract', meaning: 'a contract that the record names, or one read of it.' },
  endpoint: { label: 'Endpoint', meaning: 'an endpoint that the record names.' },
  index_entry: { label: 'Index entry', meaning: 'an entry that an index shows, at an address that the record names.' },
  mcp_entry: { label: 'MCP registry entry', meaning: 'the entry of the server in the MCP registry.' },
} as const satisfies Terms;

/** The steps of an observation. Together they answer the checks of the record (SPEC.md §12.1). */
export const observationCheckTerms = {
  reach: {
    label: 'Reachable',
    meaning: 'the address returns a document within the limits on size, time and redirects.',
  },
  media_type: { label: 'Media type', meaning: 'the answer states that it is JSON.' },
  schema: { label: 'Schema', meaning: 'the document has the members that its format requires.' },
  hash: { label: 'Hash', meaning: 'the hash of the bytes is the one in the record or in the registry.' },
  signature: {
    label: 'Signature',
    meaning: 'a signature inside the card is valid for a key that the card or the record names.',
  },
  identity: { label: 'Identity', meaning: 'the registration file names the registry entry that the record names.' },
  key_listed: { label: 'Key listed', meaning: 'the key set contains the key that the record names.' },
  registry: { label: 'Registered', meaning: 'the registry has the agent, and its registration is active.' },
  owner: { label: 'Owner', meaning: 'the registry names the account that the record names.' },
  card_address: { label: 'Card address', meaning: 'the registry names the card address that the record names.' },
  wallet: {
    label: 'Wallet',
    meaning: 'the registry names a wallet of the agent, which it sets only with a signature of the wallet.',
  },
  linked: {
    label: 'One owner',
    meaning: 'one account owns every registry entry of the record; on several chains, one without code.',
  },
  directory_signature: {
    label: 'Directory signature',
    meaning: 'the answer of the directory is signed for its host with a key in it (RFC 9421).',
  },
  transaction: {
    label: 'Transaction',
    meaning: 'the chain has the transaction in a finalized block, and it succeeded.',
  },
  code: { label: 'Code', meaning: 'code stands at the address of the contract, or a program that can be run.' },
  answer: { label: 'Answer', meaning: 'the contract answers the read as a source of the record states.' },
  speaks: {
    label: 'Protocol',
    meaning: 'the endpoint completes the handshake of its protocol, or answers as a source of the record states.',
  },
  agrees: {
    label: 'Agrees',
    meaning: 'the index shows the owner that the registry has, and the address of the card where the record names it.',
  },
  listed: { label: 'Listed', meaning: 'the MCP registry has an entry of this name that is not deleted.' },
  namespace: {
    label: 'Namespace',
    meaning: 'the namespace of the name is an account, or its domain still publishes the key of the proof.',
  },
} as const satisfies Terms;

/** The results of a check. Only `mismatch` contradicts the record. */
export const observationResultTerms = {
  match: { label: 'Match', meaning: 'checked, and as expected.' },
  mismatch: { label: 'Mismatch', meaning: 'checked, and not as expected.' },
  reachable: { label: 'Reachable', meaning: 'the address answered with a document.' },
  unreachable: { label: 'Unreachable', meaning: 'no document was received; this is not a mismatch.' },
  unread: {
    label: 'Unread',
    meaning: 'the data that the check needs could not be read this time; this is not a mismatch.',
  },
  never_checked: {
    label: 'Never checked',
    meaning: 'there is nothing to compare with, or this service cannot check it.',
  },
} as const satisfies Terms;

/** The reasons for any result other than `match` and `reachable`. A closed list. */
export const observationReasonTerms = {
  scheme_refused: { label: 'Scheme', meaning: 'only http and https addresses without a user name are requested.' },
  broken_address: { label: 'Broken address', meaning: 'the address should hold the document itself and does not.' },
  address_refused: { label: 'Address', meaning: 'the host has an address that is not public; no request was sent.' },
  insecure_redirect: {
    label: 'Insecure redirect',
    meaning: 'a redirect leads from https to http; it was not followed.',
  },
  redirect_loop: { label: 'Redirect loop', meaning: 'a redirect leads back to an address that was already requested.' },
  too_many_redirects: { label: 'Redirects', meaning: 'more redirects than are followed.' },
  broken_redirect: { label: 'Broken redirect', meaning: 'a redirect without a usable address.' },
  dns_failed: { label: 'Name', meaning: 'the name of the host has no address.' },
  connection_refused: { label: 'Refused', meaning: 'nothing listens there.' },
  connection_failed: { label: 'Connection', meaning: 'the connection failed or was closed before an answer.' },
  tls_failed: { label: 'TLS', meaning: 'the certificate or the TLS handshake is not acceptable.' },
  timed_out: { label: 'Time', meaning: 'no connection or no complete answer within the time limit.' },
  http_status: {
    label: 'Status',
    meaning: 'the answer does not have the status that is expected: 200, unless a source names another.',
  },
  too_large: { label: 'Too large', meaning: 'the answer, compressed or decompressed, is larger than the limit.' },
  incomplete: { label: 'Incomplete', meaning: 'the answer ends before it is complete.' },
  encoding_unusable: { label: 'Encoding', meaning: 'the answer uses a compression that is not supported.' },
  protocol_error: { label: 'Protocol', meaning: 'the answer is not HTTP as expected.' },
  not_fetched: { label: 'Not fetched', meaning: 'the document that the check needs could not be fetched.' },
  other_media_type: { label: 'Media type', meaning: 'the answer states a different media type, or none.' },
  not_json: { label: 'Not JSON', meaning: 'the document is not JSON that every reader interprets in the same way.' },
  schema_refused: { label: 'Schema', meaning: 'members are missing or of a different type than the format requires.' },
  no_schema: { label: 'No schema', meaning: 'this service has no schema for the format.' },
  nothing_to_compare: { label: 'Nothing to compare', meaning: 'the record names nothing to compare with.' },
  other_hash: { label: 'Other hash', meaning: 'the bytes have a different hash.' },
  not_signed: { label: 'Not signed', meaning: 'the document has no signature.' },
  signature_malformed: { label: 'Signature', meaning: 'the signature does not have the form of a signature.' },
  signature_unsupported: {
    label: 'Algorithm',
    meaning: 'the signature uses an algorithm or extension that is not supported.',
  },
  signature_invalid: { label: 'Signature invalid', meaning: 'the signature does not match any form of the document.' },
  key_not_named: { label: 'Key not named', meaning: 'the signature does not name the address of its key.' },
  key_unreachable: { label: 'Key unreachable', meaning: 'the key of the signature could not be fetched.' },
  key_not_found: { label: 'Key not found', meaning: 'the key set does not contain the named key.' },
  private_key_published: { label: 'Private key', meaning: 'the key set contains secret parts of a key.' },
  identity_not_named: { label: 'Identity not named', meaning: 'the file does not name that registry entry.' },
  no_wallet: { label: 'No wallet', meaning: 'the registry names no wallet of the agent.' },
  no_card_address: { label: 'No address', meaning: 'the registry names no address of a card.' },
  not_listed: { label: 'Not listed', meaning: 'the MCP registry has no such name, or calls it deleted.' },
  proof_not_found: { label: 'Proof not found', meaning: 'the domain of the namespace publishes no key of the proof.' },
  request_refused: {
    label: 'Request refused',
    meaning: 'the endpoint answered with an error of its protocol, for instance because it asks for a key.',
  },
  no_reader: {
    label: 'No reader',
    meaning: 'no node is configured for that chain, or this registry cannot be read.',
  },
  other_network: { label: 'Other network', meaning: 'the configured node is on a different network.' },
  node_unavailable: { label: 'Node', meaning: 'the node did not answer correctly.' },
  contract_unusable: {
    label: 'Contract',
    meaning: 'the contract does not exist or does not describe itself as expected.',
  },
  no_code: { label: 'No code', meaning: 'no code stands at the address.' },
  other_code: { label: 'Other code', meaning: 'the code has a different hash.' },
  no_answer: {
    label: 'No answer',
    meaning: 'the contract refuses the call, or returns something of a different type.',
  },
  other_answer: { label: 'Other answer', meaning: 'the contract returns something different.' },
  transaction_not_found: { label: 'Not found', meaning: 'the node does not have the transaction.' },
  transaction_not_final: { label: 'Not final', meaning: 'the block of the transaction is not finalized yet.' },
  transaction_failed: { label: 'Failed', meaning: 'the chain has the transaction, and it failed.' },
  no_gateway: { label: 'No gateway', meaning: 'no gateway of IPFS is configured.' },
  content_unchecked: {
    label: 'Content',
    meaning:
      'the identifier of the content is not the SHA-256 of its plain bytes, so that a gateway cannot be checked.',
  },
  not_registered: { label: 'Not registered', meaning: 'the registry has no such entry.' },
  contract_account: {
    label: 'Contract account',
    meaning: 'the account is a contract, which can have another controller on each chain.',
  },
  revoked: { label: 'Revoked', meaning: 'the registration was revoked.' },
  other_owner: { label: 'Other owner', meaning: 'the registry names a different account.' },
  other_address: { label: 'Other address', meaning: 'the registry names a different address for the card.' },
} as const satisfies Terms;

export type ObservationCheck = keyof typeof observationCheckTerms;
export type ObservationResult = keyof typeof observationResultTerms;
export type ObservationReason = keyof typeof observationReasonTerms;
