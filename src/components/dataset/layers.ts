import type { layerLevelTerms, layerTerms } from '../../domain/datasets/accountability-map/terms.ts';

/** The layers in two letters, for narrow screens. */
export const shortLayer = {
  identity: 'Id',
  authority: 'Au',
  receipts: 'Re',
  anchoring: 'An',
  escrow_payment: 'Es',
  dispute: 'Di',
  reputation: 'Rp',
  revocation: 'Rv',
} as const satisfies Record<keyof typeof layerTerms, string>;

/** The levels at which a layer counts as covered, from the most. */
export const coveringLevels: readonly (keyof typeof layerLevelTerms)[] = ['native', 'partial', 'extension'];

/** What stands in place of the mechanism of a layer that has none. */
export const absenceOf = (level: keyof typeof layerLevelTerms): string =>
  level === 'unknown' ? 'Not examined.' : 'The whole text was read for this question, and nothing answers it.';
