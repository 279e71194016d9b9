import type { Term } from '../../vocabulary/terms.ts';

type Terms = Record<string, Term>;

export const mapKindTerms = {
  standard: { label: 'Standard', meaning: 'a text that others implement.' },
  registry: { label: 'Registry', meaning: 'a place where agents are registered.' },
  protocol: { label: 'Protocol', meaning: 'rules by which agents and others exchange messages.' },
  payment_scheme: { label: 'Payment scheme', meaning: 'a way for agents to pay.' },
  marketplace: { label: 'Marketplace', meaning: 'a place where agents trade work.' },
  adjudication: { label: 'Adjudication', meaning: 'a way to decide questions and disputes.' },
  attestation: { label: 'Attestation', meaning: 'a service for signed statements.' },
  transparency_log: { label: 'Transparency log', meaning: 'an append-only log with proofs.' },
  identity_scheme: { label: 'Identity scheme', meaning: 'a way to name and recognise agents.' },
  anchoring: { label: 'Anchoring', meaning: 'a way to commit to data on a chain.' },
  framework: { label: 'Framework', meaning: 'software that agents are built with.' },
} as const satisfies Terms;

/** The eight layers, in the order in which they are published and shown. */
export const layerTerms = {
  identity: { label: 'Identity', meaning: 'who the agent is.' },
  authority: { label: 'Authority', meaning: 'mandate or delegation: what the agent may do, and for whom.' },
  receipts: { label: 'Receipts', meaning: 'signed records of an action.' },
  anchoring: { label: 'Anchoring', meaning: 'a commitment by hash, on a chain or in a log.' },
  escrow_payment: { label: 'Escrow and payment', meaning: 'holding or moving value.' },
  dispute: { label: 'Dispute', meaning: 'adjudication or validation.' },
  reputation: { label: 'Reputation', meaning: 'feedback and scores.' },
  revocation: { label: 'Revocation', meaning: 'ending an identity or a mandate.' },
} as const satisfies Terms;

export const layerLevelTerms = {
  native: { label: 'Native', meaning: 'part of the system itself.' },
  partial: { label: 'Partial', meaning: 'covered in part.' },
  extension: { label: 'Extension', meaning: 'by an optional part or by another standard.' },
  none_found: {
    label: 'None found',
    meaning: 'not found in the whole text that was read; this does not mean that it does not exist.',
  },
  unknown: { label: 'Unknown', meaning: 'not examined.' },
} as const satisfies Terms;

/** The levels at which a layer counts as covered, from the most. */
export const coveringLevels: readonly (keyof typeof layerLevelTerms)[] = ['native', 'partial', 'extension'];

/** What is recorded about every layer that is covered, besides its level, each with closed answers. */
export const layerFacetTerms = {
  recorded: {
    on_chain: { label: 'On chain', meaning: 'in the state or the events of a chain.' },
    off_chain: {
      label: 'Off chain',
      meaning: 'elsewhere: in a document, a message, a register, a log that is no chain.',
    },
    both: { label: 'On and off chain', meaning: 'by the system on a chain as well as elsewhere.' },
  },
  made_by: {
    agent: { label: 'By the agent', meaning: 'the agent, or the key that acts as it.' },
    operator: {
      label: 'By its operator',
      meaning: 'the person or company that owns or runs the agent, or lets it act for them.',
    },
    counterparty: { label: 'By the other side', meaning: 'the other side of the dealing: client, seller, payee.' },
    third_party: { label: 'By a third party', meaning: 'somebody else: a validator, juror, registry or platform.' },
    contract: { label: 'By a contract', meaning: 'a contract or program, by its own rule.' },
  },
  obligation: {
    required: { label: 'Required', meaning: 'every implementation of the system has it.' },
    optional: {
      label: 'Optional',
      meaning: 'an implementation may leave it out; a choice of users, a mode or a level of conformance is not meant.',
    },
  },
  signature: {
    signed: { label: 'Signed', meaning: 'it has a signature of its own, beside that of a transaction.' },
    unsigned: { label: 'Not signed', meaning: 'it has none of its own.' },
  },
} as const satisfies Record<string, Terms>;

/** Their names, in the order in which they are shown. */
export const facetNames = Object.keys(layerFacetTerms) as (keyof typeof layerFacetTerms)[];

export const deploymentStatusTerms = {
  live: { label: 'Live', meaning: 'in use on a production network or service.' },
  testnet: { label: 'Test network', meaning: 'deployed on a test network.' },
  beta: { label: 'Beta', meaning: 'usable, not yet declared stable.' },
  draft: { label: 'Draft', meaning: 'a text under discussion.' },
  final: { label: 'Final', meaning: 'a text declared final, which says nothing about its use.' },
  archived: { label: 'Archived', meaning: 'no longer maintained.' },
} as const satisfies Terms;

export const specStatusTerms = {
  draft: { label: 'Draft', meaning: 'open to change.' },
  review: { label: 'Review', meaning: 'under review.' },
  last_call: { label: 'Last call', meaning: 'in its last call for comments.' },
  final: { label: 'Final', meaning: 'declared final.' },
  withdrawn: { label: 'Withdrawn', meaning: 'withdrawn by its authors or editors.' },
} as const satisfies Terms;

/** The lists in which systems have names. */
export const externalSchemeTerms = {
  erc: { label: 'ERC', meaning: 'number of an Ethereum Request for Comment.' },
  ensip: { label: 'ENSIP', meaning: 'number of an ENS improvement proposal.' },
  bap: { label: 'BAP', meaning: 'number of a BNB Chain application proposal.' },
  cis: { label: 'CIS', meaning: 'number of a Concordium interoperability specification.' },
  hcs: { label: 'HCS', meaning: 'number of a Hedera consensus standard.' },
  icrc: { label: 'ICRC', meaning: 'number of an Internet Computer request for comment.' },
  nep: { label: 'NEP', meaning: 'number of a NEAR enhancement proposal.' },
  xls: { label: 'XLS', meaning: 'number of an XRP Ledger standard.' },
  rfc: { label: 'RFC', meaning: 'number of a Request for Comments of the RFC series.' },
  internet_draft: { label: 'Internet-Draft', meaning: 'name of a draft at the IETF, without its version.' },
  did_method: { label: 'DID method', meaning: 'name of a method for decentralized identifiers.' },
  wikidata: { label: 'Wikidata', meaning: 'number of an item, with its Q.' },
} as const satisfies Terms;
