import { loadDocuments } from '../../dataset-files/load.ts';
import { layerNames } from '../../domain/datasets/accountability-map/record.ts';
import { presentOf } from '../../domain/datasets/record/record.ts';

/** How much a level counts when systems are compared by what they cover. */
const weights = { native: 4, partial: 2, extension: 1, none_found: 0, unknown: 0 } as const;

/** The systems of the map that cover the most, the widest first; those of equal width by name. */
export const widestSystems = (count: number) =>
  presentOf(loadDocuments()['agent-accountability-map'].entries)
    .map((record) => ({
      record,
      width: layerNames.reduce((sum, name) => sum + weights[record.layers[name].level], 0),
    }))
    .toSorted((a, b) => b.width - a.width || a.record.name.localeCompare(b.record.name, 'en'))
    .slice(0, count)
    .map(({ record }) => record);
