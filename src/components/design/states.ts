import { layerTerms } from '../../domain/datasets/accountability-map/terms.ts';
import { valuesOf } from '../../domain/vocabulary/terms.ts';
import type { LayerLevels } from '../graphics/glyph.ts';
import type { SealResults } from '../graphics/seal.ts';

/** The eight layers with these levels in turn. */
export const layersOf = (levels: readonly LayerLevels['identity']['level'][]): LayerLevels =>
  Object.fromEntries(
    valuesOf(layerTerms).map((name, at) => [name, { level: levels[at % levels.length]! }]),
  ) as LayerLevels;

/** Seals in which every result stands in every ring. */
export const sealStates: readonly SealResults[] = [
  { intact: 'pass', from_whom: 'pass', since_when: 'pass' },
  { intact: 'pass', from_whom: 'pass', since_when: 'unverified' },
  { intact: 'pass', from_whom: 'unverified', since_when: 'unverified' },
  { intact: 'unverified', from_whom: 'unverified', since_when: 'unverified' },
  { intact: 'fail', from_whom: 'unverified', since_when: 'unverified' },
  { intact: 'pass', from_whom: 'fail', since_when: 'unverified' },
  { intact: 'pass', from_whom: 'pass', since_when: 'fail' },
  { intact: 'fail', from_whom: 'fail', since_when: 'fail' },
];
