import { layerNames, type MapDocument } from '../../../domain/datasets/accountability-map/record.ts';
import { layerTerms } from '../../../domain/datasets/accountability-map/terms.ts';
import { coveringLevels } from '../layers.ts';
import { totalOf } from './stack.ts';

/** How far the systems cover a layer. */
export interface LayerCoverage {
  readonly name: (typeof layerNames)[number];
  readonly label: string;
  readonly levels: MapDocument['counts']['by_layer'][(typeof layerNames)[number]];
  /** Systems that cover it natively, in part or by an extension. */
  readonly covered: number;
  /** Whether fewer than a quarter of the systems cover it. */
  readonly thin: boolean;
}

/** The eight layers in their own order, each with how far it is covered. */
export const coverageOf = ({ by_layer, present }: MapDocument['counts']): LayerCoverage[] =>
  layerNames.map((name) => {
    const levels = by_layer[name];
    const covered = totalOf(coveringLevels.map((level) => levels[level]));
    return { name, label: layerTerms[name].label, levels, covered, thin: covered * 4 < present };
  });
