import type { layerLevelTerms, layerTerms } from './terms.ts';

/** Which criteria these are; a change of what a level means makes another edition, by which all systems are read again. */
export const CRITERIA_EDITION = 'edition 3 of 2026-11-27';

/** What was done so that the levels are by that edition. */
export const READ_BY_EDITION =
  'All levels are by edition 3 of the criteria, of 2026-11-27. For edition 2, of 2026-11-25, every sentence of a layer that was found was read again, with its source where the sentence did not decide; edition 3 puts into words what was decided where two readers differed on authority, anchoring, payment and revocation.';

type Criteria = Readonly<Record<'native' | 'partial' | 'close', string>>;

/**
 * The criteria of every layer (SPEC.md §6.10), the same for every system; `native` and `partial` follow “The system”, and
 * `close` decides what two readers judged differently. They are published in the schema of a record and on the page of
 * the map, and datasets/README.md repeats them. A worked example names a system and the level that it has in the map.
 */
export const layerCriteria: Record<keyof typeof layerTerms, Criteria> = {
  identity: {
    native:
      'gives an agent, or the account that acts, an identifier that others can resolve and whose holder can be proven.',
    partial: 'names something, but leaves resolution or the proof of the holder open.',
    close:
      'A plain account address that the text only uses is no identifier of its own, and to rely on the agents of another registry is an extension. ERC-8274: partial, since it names an agent by 32 bytes and leaves open whose they are. Web Bot Auth: native, since the name of an agent leads to its keys, and each request is signed with one.',
  },
  authority: {
    native:
      'records or carries who may act for whom and within which bounds of task, amount, party or time: a mandate, a delegation, a permission.',
    partial:
      'has only a part of that: an operator, a role, a wallet with consent or a right to transfer, without bounds.',
    close:
      'Bounds on what anyone may do with a signed order are partial where the text does not say who may act for whom; a deadline for handing in a signature bounds nothing. ERC-8004: partial, since operators and a wallet with consent have no bounds. x402: partial, since anybody may submit the payment that was signed. Commerce Payments Protocol: native, since only the operator that the payer names may collect, up to a maximum and until a date.',
  },
  receipts: {
    native:
      'produces a record of one action or decision that a third party can check later: a signed object, an event defined for that purpose, an attestation of an action.',
    partial: 'produces a record that third parties cannot check, or one for a single kind of action.',
    close:
      'An event about the bookkeeping of a contract is not a receipt of an action of an agent, and a signed request that nobody keeps is no record. A format made to be the receipt of one kind of action, such as a payment, is native; a record of one kind that another act leaves behind is partial. ERC-8004: partial, since events record feedback and the answers of validators only. ERC-8183: native, since events record the work that was delivered and the decision on it.',
  },
  anchoring: {
    native: 'commits data to a chain or an append-only log, by hash or Merkle root.',
    partial: 'stores hashes for one purpose only, for instance of the content of an address, or optionally.',
    close:
      'Records of acts or statements that stand whole in an append-only log count like their hash; the entries and the state of a registry do not. Hashes that callers hand in beside an address or a name count as one purpose, however many there are. So does a hash of data in a signed object that is handed on; a hash by which one message names another is none. ERC-8122: none found, since metadata on chain is the state of the registry. KYA-OS: partial, since each proof has the hashes of request and answer. AP2: none found, since a receipt only names its mandate by hash. ERC-8294: native, since a Merkle root over the signed attestations of others stands in an event.',
  },
  escrow_payment: {
    native: 'holds or moves value under its own rules: escrow, bond, payment, reward.',
    partial: 'only refers to a payment or prescribes who pays; a member for an amount is enough.',
    close:
      'Value that another named system holds for it is an extension, unless it also takes or pays out some itself. A wallet that holds only what is its owner’s, a call that passes value on, and a payment that every flow asks for and another named system carries out are partial. A2A x402: partial, since the payment of each flow is that of x402. AP2: partial, since it says what is checked before a charge that is made elsewhere. x402r: native, since it keeps and pays out fees itself, although the payment lies in an escrow of others.',
  },
  dispute: {
    native:
      'has a way to contest an outcome, or to judge between rival claims to one, and says what follows: dispute, challenge window, arbitration, slashing on proof.',
    partial:
      'lets third parties check, answer or validate, or keeps what was disputed, and nothing can be contested by rule.',
    close:
      'A check of what was done or claimed that has to pass before something follows, such as an acceptance, a proof or the word of a validator, is partial: nobody can contest it. A check of who may act is none. ERC-8183: partial, since an evaluator accepts or rejects the work, and the payment follows. ERC-8275: native, since a party can dispute an order, and the resolution decides who is paid. ERC-8033: native, since a judge rules between rival answers, and the wrong ones lose their bonds.',
  },
  reputation: {
    native: 'keeps feedback, scores or trust statements about agents.',
    partial: 'has a score only as an input or as one member.',
    close:
      'What is scored are agents or who answers for them, not tools or goods. ERC-8240: partial, since a score is one of the facts that a statement can hold. ERC-8195: native, since the market keeps the ratings of each worker.',
  },
  revocation: {
    native: 'ends an identity, a mandate, a key or a statement by a defined act that others can see.',
    partial: 'ends only one of them, or only by expiry.',
    close:
      'What the system gives out decides. Where it gives out identities, ending only feedback, a wallet or a key beside them is partial; where it gives out statements, mandates or permissions and no identities, ending one of those is native. Where it gives out several kinds, ending one kind is partial; an outcome that is only appealed before it is final is not ended. Concordium DID: partial, since of five kinds of identity one can be ended. ERC-8004: partial, since feedback and a wallet can be ended and an agent cannot. OAuth Transaction Tokens: partial, since a token ends by time only. ERC-7715: native, since a method of the wallet ends a permission, which then leaves the list.',
  },
};

/** Rules for every layer, by what they are about, each with worked examples. */
export const criteriaRules = {
  'Extension or partial':
    'What every implementation of the system does is judged first: it answers the question (native) or a part of it (partial). Only where it does nothing for the layer do a part that can be left out, or another standard, make it an extension, however much they cover. What the system must write into a registry of others is its own act. AGT, receipts: partial, since its log, which only the operator can check, is always kept, and signed records can be switched on. x402, dispute: extension, since only the optional offers and receipts are meant as evidence. Kleros Reputation Oracle, reputation: native, since it writes the feedback itself, into the registry of ERC-8004.',
  'Optional parts':
    'Optional is what the text calls so (MAY, optional, extension, profile), and what is for one network or one method only; a choice of its users, a mode and a level of conformance are not. A part that can be left out whole is an extension, an optional member of what the system itself gives out is partial. MPP, anchoring: extension, since only the method for Hedera asks for the memo. AID, identity: partial, since the key that proves the endpoint is an optional member of a record. KYA-OS, revocation: native, since it belongs to the third level of conformance.',
  Recommendations:
    'What a text only recommends (SHOULD, RECOMMENDED) counts as optional: a recommended interface is an extension, a recommended step of something required is partial. What a text names and leaves to each implementation is partial as well. ERC-8240, dispute: extension, since its interface for appeals is a SHOULD. ERC-8274, anchoring: partial, since the event with the hashes only should be emitted. ERC-7710, revocation: partial, since delegations can be revoked and each manager decides how. ERC-8354, revocation: native, since every guard must refuse the verdicts of an ended domain, and only the registry of domains is recommended.',
  'Bearer tokens':
    'A token that works for anyone who holds it, and a number that only its issuer can look up, prove no holder: identity is partial at most. The same token has authority natively where it says on whose account, towards whom and within which bounds. A record under a secret that two parties share cannot be checked by third parties. Skyfire KYAPay, identity: partial, since any holder can present the token, whose account only the issuer can look up. Skyfire KYAPay, authority: native, since the token names buyer, seller, amount and end. mcp8004, authority: partial, since its token does not say for whom the agent acts.',
  'Named use':
    'Where the text only names the layer as a use of what the system itself gives out, the layer is partial, and an extension where it names an optional part so. What others could build, what is only planned and what is declared out of scope is none. EAS, reputation: partial, since scores are named as content of an attestation. ERC-8263, reputation: partial, since its record of actions is meant for reputation systems. did:webvh, reputation: none found, since the text leaves it to others. mcp8004, reputation: none found, since the option is planned and the code does not read it.',
};

/** What the levels mean for every layer; `native` and `partial` differ by layer. */
export const levelCriteria: Readonly<Record<Exclude<keyof typeof layerLevelTerms, 'native' | 'partial'>, string>> = {
  extension:
    'the system itself does nothing for the layer, and an optional part, an optional method or profile, or another standard that the text names covers it.',
  none_found:
    'the whole text that is cited was read for this question, and nothing in it answers. This does not mean that it does not exist.',
  unknown: 'nobody has read the text for this question, or it could not be had.',
};
