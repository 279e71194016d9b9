import type { Term } from '../vocabulary/terms.ts';

type Terms = Record<string, Term>;

/** What an observation looks at. */
export const observedTargetTerms = {
  agent_card: { label: 'Agent card', meaning: 'the agent card or registration file of the record.' },
  key_set: { label: 'Key set', meaning: 'an address at which the record says that a key is published.' },
  registry_entry: { label: 'Registry entry', meaning: 'the entry of the agent in a registry contract.' },
} as const satisfies Terms;

/** What one check of an observation asks. */
export const observationCheckTerms = {
  reach: { label: 'Reachable', meaning: 'the address answers with a document, within the bounds of a polite reader.' },
  media_type: { label: 'Media type', meaning: 'the answer calls itself JSON.' },
  schema: { label: 'Schema', meaning: 'the document has the members that its format demands.' },
  hash: { label: 'Hash', meaning: 'the hash of the bytes is the one in the record or in the registry.' },
  signature: { label: 'Signature', meaning: 'a signature inside the card holds under the key that the card names.' },
  identity: { label: 'Identity', meaning: 'the registration file names the registry entry that the record names.' },
  key_listed: { label: 'Key listed', meaning: 'the key set holds the key that the record names.' },
  registry: { label: 'Registered', meaning: 'the registry has the agent, and its registration is active.' },
  owner: { label: 'Owner', meaning: 'the registry names the account that the record names.' },
  card_address: { label: 'Card address', meaning: 'the registry names the card address that the record names.' },
} as const satisfies Terms;

/** What came out of a check. Only `mismatch` speaks against the record. */
export const observationResultTerms = {
  match: { label: 'Match', meaning: 'looked at, and as expected.' },
  mismatch: { label: 'Mismatch', meaning: 'looked at, and not as expected.' },
  reachable: { label: 'Reachable', meaning: 'the address answered with a document.' },
  unreachable: { label: 'Unreachable', meaning: 'no document came; this is no mismatch.' },
  unread: { label: 'Unread', meaning: 'what the check needs could not be read this time; this is no mismatch.' },
  never_checked: {
    label: 'Never checked',
    meaning: 'there is nothing to compare with, or nothing here that can check it.',
  },
} as const satisfies Terms;

/** Why a check did not come out as `match` or `reachable`. A closed list. */
export const observationReasonTerms = {
  scheme_refused: { label: 'Scheme', meaning: 'only http and https addresses without a user name are asked.' },
  address_refused: { label: 'Address', meaning: 'the host has an address that is not a public one; it was not asked.' },
  insecure_redirect: {
    label: 'Insecure redirect',
    meaning: 'a redirect leads from https to http; it was not followed.',
  },
  redirect_loop: { label: 'Redirect loop', meaning: 'a redirect leads back to an address already asked.' },
  too_many_redirects: { label: 'Redirects', meaning: 'more redirects than are followed.' },
  broken_redirect: { label: 'Broken redirect', meaning: 'a redirect without a usable address.' },
  dns_failed: { label: 'Name', meaning: 'the name of the host has no address.' },
  connection_refused: { label: 'Refused', meaning: 'nothing listens there.' },
  connection_failed: { label: 'Connection', meaning: 'the connection failed or was cut before an answer.' },
  tls_failed: { label: 'TLS', meaning: 'the certificate or the TLS handshake is not acceptable.' },
  timed_out: { label: 'Time', meaning: 'no connection or no whole answer within the time that is waited.' },
  http_status: { label: 'Status', meaning: 'the answer has another status than 200.' },
  too_large: { label: 'Too large', meaning: 'the answer, packed or unpacked, is larger than what is read.' },
  incomplete: { label: 'Incomplete', meaning: 'the answer ends before its end.' },
  encoding_unusable: { label: 'Encoding', meaning: 'the answer is packed in a way that cannot be unpacked.' },
  protocol_error: { label: 'Protocol', meaning: 'the answer is not HTTP as expected.' },
  not_fetched: { label: 'Not fetched', meaning: 'the document that the check needs did not come.' },
  other_media_type: { label: 'Media type', meaning: 'the answer calls itself something else, or nothing.' },
  not_json: { label: 'Not JSON', meaning: 'the document is not JSON that every reader understands alike.' },
  schema_refused: { label: 'Schema', meaning: 'members are missing or of another kind than the format demands.' },
  no_schema: { label: 'No schema', meaning: 'this format has no schema here.' },
  nothing_to_compare: { label: 'Nothing to compare', meaning: 'the record names nothing to compare with.' },
  other_hash: { label: 'Other hash', meaning: 'the bytes have another hash.' },
  not_signed: { label: 'Not signed', meaning: 'the document carries no signature.' },
  signature_malformed: { label: 'Signature', meaning: 'what stands for a signature is none.' },
  signature_unsupported: {
    label: 'Algorithm',
    meaning: 'the signature uses an algorithm or extension not known here.',
  },
  signature_invalid: { label: 'Signature invalid', meaning: 'no form of the document fits the signature.' },
  key_not_named: { label: 'Key not named', meaning: 'the signature names no address of its key.' },
  key_unreachable: { label: 'Key unreachable', meaning: 'the key of the signature could not be fetched.' },
  key_not_found: { label: 'Key not found', meaning: 'the key set does not hold the key that is named.' },
  private_key_published: { label: 'Private key', meaning: 'the key set holds secret parts of a key.' },
  identity_not_named: { label: 'Identity not named', meaning: 'the file does not name that registry entry.' },
  no_reader: {
    label: 'No reader',
    meaning: 'no node is configured for that chain, or this registry cannot be read here.',
  },
  other_network: { label: 'Other network', meaning: 'the configured node is on another network.' },
  node_unavailable: { label: 'Node', meaning: 'the node did not answer as it should.' },
  contract_unusable: {
    label: 'Contract',
    meaning: 'the contract is not there or does not describe itself as expected.',
  },
  not_registered: { label: 'Not registered', meaning: 'the registry has no such entry.' },
  revoked: { label: 'Revoked', meaning: 'the registration was revoked.' },
  other_owner: { label: 'Other owner', meaning: 'the registry names another account.' },
  other_address: { label: 'Other address', meaning: 'the registry names another address for the card.' },
} as const satisfies Terms;

export type ObservedTargetKind = keyof typeof observedTargetTerms;
export type ObservationCheck = keyof typeof observationCheckTerms;
export type ObservationResult = keyof typeof observationResultTerms;
export type ObservationReason = keyof typeof observationReasonTerms;
