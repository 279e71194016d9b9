import type { layerNames, MapRecord } from '../../domain/datasets/accountability-map/record.ts';
import { facetNames, layerFacetTerms, layerLevelTerms } from '../../domain/datasets/accountability-map/terms.ts';
import { cited } from './record-parts.ts';
import { element, type Said, sub } from './said.ts';
import { labelOf } from './text.ts';

// Loaded by the service, for a page made on request: apart from what reads the files of the datasets.

/** What stands in place of the mechanism of a layer that has none. */
export const absenceOf = (level: keyof typeof layerLevelTerms): string =>
  level === 'unknown' ? 'Not examined.' : 'The whole text was read for this question, and nothing answers it.';

/** A layer of a system: its level, which leads somewhere, and how the system has it. */
export const layerCells = (
  { layers, sources: all }: MapRecord,
  name: (typeof layerNames)[number],
  href: string,
  says?: string,
): Said[] => {
  const { level, mechanism, sources, ...facets } = layers[name];
  const words = facetNames.flatMap((name) => (facets[name] ? labelOf(layerFacetTerms[name], facets[name]) : []));
  return [
    element('a', { class: `cover ${level}`, href, 'aria-label': says }, labelOf(layerLevelTerms, level)),
    [
      mechanism ?? element('span', { class: 'dash' }, absenceOf(level)),
      words.length > 0 && sub(words.join(' · ')),
      cited(sources, all),
    ],
  ];
};
