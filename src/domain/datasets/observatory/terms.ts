import type { Term } from '../../vocabulary/terms.ts';

type Terms = Record<string, Term>;

export const observatoryKindTerms = {
  agent: { label: 'Agent', meaning: 'a software agent that acts under its own identity.' },
  agent_service: { label: 'Agent service', meaning: 'an API or product that calls itself an agent or serves agents.' },
  registry: { label: 'Registry', meaning: 'a place where agents are registered, indexed or listed.' },
  verifier_service: { label: 'Verifier', meaning: 'a service that checks, scores or attests agents.' },
  tooling: { label: 'Tooling', meaning: 'a fixture or tool, not an agent.' },
} as const satisfies Terms;

export const disclosureTerms = {
  named_legal_entity: { label: 'Legal entity', meaning: 'the operator names its legal entity.' },
  named_organisation: {
    label: 'Organisation',
    meaning: 'a well-known name is taken to be an organisation; no company register was consulted.',
  },
  named_brand: { label: 'Brand', meaning: 'only a product or project name is given.' },
  pseudonymous: { label: 'Pseudonymous', meaning: 'only a handle or a domain is given.' },
  undisclosed: { label: 'Undisclosed', meaning: 'nothing about the operator is given.' },
  verified_principal_private: {
    label: 'Known to the registry',
    meaning: 'a registry knows the principal and keeps it private.',
  },
} as const satisfies Terms;

export const identityMethodTerms = {
  'cis-8004': { label: 'CIS-8004', meaning: 'a token in the Concordium agent registry.' },
  'erc-8004': { label: 'ERC-8004', meaning: 'an entry in the ERC-8004 identity registry.' },
  'erc-8004-other-instance': {
    label: 'ERC-8004, other instance',
    meaning: 'an entry in an ERC-8004 registry other than the canonical one.',
  },
  'custom-registry-onchain': {
    label: 'Own registry on chain',
    meaning: 'an entry in the agent’s own registry contract.',
  },
  'solana-agent-registry': { label: 'Solana registry', meaning: 'an entry in an agent registry on Solana.' },
  'olas-service-nft': { label: 'Olas service', meaning: 'a service token in the Olas registries.' },
  'masumi-nft': { label: 'Masumi NFT', meaning: 'a token under the Masumi minting policy on Cardano.' },
  almanac: { label: 'Almanac', meaning: 'a registration in the Fetch.ai Almanac contract.' },
  'virtuals-acp': { label: 'Virtuals ACP', meaning: 'a registration with the Virtuals Agent Commerce Protocol.' },
  'web-bot-auth-key-directory': {
    label: 'Web Bot Auth keys',
    meaning: 'a directory of keys that sign HTTP requests (RFC 9421).',
  },
  jwks: { label: 'JSON Web Key Set', meaning: 'a published set of keys.' },
  'a2a-agent-card': { label: 'A2A agent card', meaning: 'an agent card at a well-known address.' },
  'hcs-14-uaid': { label: 'HCS-14 UAID', meaning: 'a universal agent identifier of HCS-14.' },
  ens: { label: 'ENS name', meaning: 'records of a name in the Ethereum Name Service.' },
  'did-other': { label: 'Other DID', meaning: 'a decentralised identifier of another method.' },
  'world-id': { label: 'World ID', meaning: 'a wallet tied to an anonymous verified human.' },
  'eas-attester': { label: 'EAS attester', meaning: 'an attester of the Ethereum Attestation Service.' },
  'mcp-registry-name': { label: 'MCP registry name', meaning: 'a server name in the MCP registry.' },
  contract: { label: 'Contract', meaning: 'a contract address.' },
  domain: { label: 'Domain', meaning: 'a domain name.' },
  endpoint: { label: 'Endpoint', meaning: 'an address under a host, which may be that of another.' },
  'caip-style-reference': {
    label: 'CAIP-like reference',
    meaning: 'a reference in the style of CAIP that is not part of the standard.',
  },
} as const satisfies Terms;

export const cardFormatTerms = {
  'a2a-agent-card': { label: 'A2A agent card', meaning: 'the agent card of the A2A protocol.' },
  'erc-8004-registration': { label: 'ERC-8004 registration', meaning: 'the registration file of ERC-8004.' },
  other: { label: 'Other', meaning: 'a different or an older format.' },
} as const satisfies Terms;

export const checkResultTerms = {
  not_run: { label: 'Not run', meaning: 'no one has run this check for this record, or it could not be answered.' },
  pass: { label: 'Passed', meaning: 'run, and the claim was confirmed.' },
  fail: { label: 'Failed', meaning: 'run, and the claim was not confirmed.' },
  not_applicable: { label: 'Not applicable', meaning: 'the check does not apply.' },
} as const satisfies Terms;

/** Who states in a source that the subject exists. */
export const speakerTerms = {
  subject: { label: 'Subject', meaning: 'the subject or its operator, wherever the text stands.' },
  registry_operator: {
    label: 'Operator of the registry',
    meaning:
      'the operator of the registry that has the entry, or that the record is about; not of a subject of its own.',
  },
  third_party: {
    label: 'Third party',
    meaning: 'a list, directory or report of somebody else that names the subject.',
  },
} as const satisfies Terms;

/** In ascending order: each level needs stronger evidence than the previous one. The rule is in SPEC.md §6.8. */
export const verificationLevelTerms = {
  self_declared: { label: 'Self-declared', meaning: 'only the subject itself makes the claim.' },
  third_party_listed: {
    label: 'Listed by a third party',
    meaning: 'a list or directory contains it; a listing is not a verification.',
  },
  documented_by_registry_operator: {
    label: 'Documented by the registry',
    meaning:
      'the operator of the registry documents it, in a repository at a commit, a specification or a dated thread.',
  },
  maintainer_checked: {
    label: 'Checked by maintainers',
    meaning: 'a check off the chain passed, at most 180 days before.',
  },
  onchain_checked: {
    label: 'Checked on chain',
    meaning: 'a check that read a chain at a named block passed, at most 180 days before.',
  },
} as const satisfies Terms;

export const observationStateTerms = {
  listed: { label: 'Listed', meaning: 'a source names it; whether it is running was not observed.' },
  reported_active: {
    label: 'Reported active',
    meaning:
      'a dated source, such as its operator or a list, says that it ran or answered on that day; nobody checked.',
  },
  revoked: { label: 'Revoked', meaning: 'its registration was revoked.' },
  unreachable: { label: 'Unreachable', meaning: 'it did not answer a request.' },
  unknown: { label: 'Unknown', meaning: 'not examined.' },
} as const satisfies Terms;

/** How the sample differs from what the registries hold, in one sentence. */
export const samplingSummary =
  'It is a hand-picked sample, not a census: more than half of the records come from one curated list that takes entries from operators, and most of the ERC-8004 registrations in it are on Base, while a scan of twelve chains on 10 August 2026 found 67 % of 392,258 registrations on BNB Chain and 16 % on Base. Its counts say nothing about the share of agents that are active, signed or verified.';

/** The scan that it names. */
export const SAMPLING_SOURCE =
  'https://github.com/yaojin0609/erc-8004-liveness/blob/df93fc7e87032d494f58b1e8fa1aa087708c6869/data/export/report-2026-08-10.md';
