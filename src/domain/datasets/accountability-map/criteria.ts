import type { layerLevelTerms, layerTerms } from './terms.ts';

/** When a layer has which level. Every text follows “The system”. */
export interface LayerCriteria {
  readonly native: string;
  readonly partial: string;
  /** How cases that two readers judged differently are decided. */
  readonly close?: string;
}

/**
 * The criteria of every layer (SPEC.md §6.10), the same for every system. They are published in the schema of a record
 * and on the page of the map, and the template in datasets/README.md repeats them.
 */
export const layerCriteria: Readonly<Record<keyof typeof layerTerms, LayerCriteria>> = {
  identity: {
    native:
      'gives an agent, or the account that acts, an identifier that others can resolve and whose holder can be proven.',
    partial: 'names something, but leaves resolution or the proof of the holder open.',
    close: 'A plain account address that the text only uses is no identifier of its own.',
  },
  authority: {
    native:
      'records or carries who may act for whom and within which bounds: a mandate, a delegation, an operator approval, an agent wallet with consent.',
    partial: 'has only a part of that: consent without bounds, a right to transfer, a role without limits.',
    close:
      'Bounds on what anyone may do with a signed order are partial where the text does not say who may act for whom.',
  },
  receipts: {
    native:
      'produces a record of one action or decision that a third party can check later: a signed object, an event defined for that purpose, an attestation of an action.',
    partial: 'produces a record that third parties cannot check, or one for a single kind of action.',
    close:
      'An event about the bookkeeping of a contract is not a receipt of an action of an agent, and a signed request that nobody keeps is no record. A format made to be the receipt of one kind of action, such as a payment, is native; a record of one kind that another act leaves behind is partial.',
  },
  anchoring: {
    native: 'commits data to a chain or an append-only log, by hash or Merkle root.',
    partial: 'stores hashes for one purpose only, for instance of the content of an address, or optionally.',
    close:
      'Data that stands whole in an append-only log counts like its hash. Hashes that callers hand in beside an address or a name count as one purpose, however many there are.',
  },
  escrow_payment: {
    native: 'holds or moves value under its own rules: escrow, bond, payment, reward.',
    partial: 'only refers to a payment or prescribes who pays; a member for an amount is enough.',
    close: 'Value that another named system holds for it is an extension.',
  },
  dispute: {
    native:
      'has a way to contest or to judge an outcome: dispute, challenge window, validation, arbitration, slashing on proof.',
    partial: 'lets third parties answer or validate, but nothing follows by rule.',
  },
  reputation: {
    native: 'keeps feedback, scores or trust statements about agents.',
    partial: 'has a score only as an input or as one member.',
    close:
      'Credentials or attestations that can say anything are not reputation unless the text names feedback, scores or trust as a use of them.',
  },
  revocation: {
    native: 'ends an identity, a mandate, a key or a statement by a defined act that others can see.',
    partial: 'ends only one of them, or only by expiry.',
    close:
      'What the system gives out decides. Where it gives out identities, ending only feedback, a wallet or a key beside them is partial; where it gives out statements, mandates or permissions and no identities, ending one of those is native.',
  },
};

/** What the levels mean for every layer; `native` and `partial` differ by layer. */
export const levelCriteria: Readonly<Record<Exclude<keyof typeof layerLevelTerms, 'native' | 'partial'>, string>> = {
  extension:
    'the layer is covered by an optional part, an optional method or profile, or by another standard that the text names. Where the system itself covers a part, that level is given instead.',
  none_found:
    'the whole text that is cited was read for this question, and nothing in it answers. This does not mean that it does not exist.',
  unknown: 'nobody has read the text for this question, or it could not be had.',
};
