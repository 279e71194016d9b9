import { layerLevelTerms, layerTerms } from '../../domain/datasets/accountability-map/terms.ts';
import { valuesOf } from '../../domain/vocabulary/terms.ts';
import { coveringLevels } from '../dataset/layers.ts';

type LayerLevel = keyof typeof layerLevelTerms;

const layerNames = valuesOf(layerTerms);

/** The level of each layer, as a record of the map has it. */
export type LayerLevels = Readonly<Record<keyof typeof layerTerms, { readonly level: LayerLevel }>>;

/** The side of the square that the glyph is drawn in. */
export const GLYPH_BOX = 48;
/** The side of the square that the mark is drawn in. */
export const MARK_BOX = 32;

const rounded = (value: number): string => String(Math.round(value * 10) / 10);

/** The outline of one of eight segments of a ring, clockwise from twelve o'clock, as the data of a path. */
const segment = (box: number, at: number, inner: number, outer: number, gap = 1.6): string => {
  const corner = (end: number, radius: number, side: 1 | -1): string => {
    const angle = (end / 8) * 2 * Math.PI + (side * gap) / 2 / radius;
    return `${rounded(box / 2 + radius * Math.sin(angle))} ${rounded(box / 2 - radius * Math.cos(angle))}`;
  };
  return [
    `M${corner(at, inner, 1)}L${corner(at, outer, 1)}`,
    `A${outer} ${outer} 0 0 1 ${corner(at + 1, outer, -1)}`,
    `L${corner(at + 1, inner, -1)}A${inner} ${inner} 0 0 0 ${corner(at, inner, 1)}Z`,
  ].join('');
};

const segments = Array.from({ length: 8 }, (_, at) => segment(MARK_BOX, at, 9, 15.5)).join('');

/** The mark of the service as the content of an `svg` with the box {@link MARK_BOX}: eight layers around a closed seal. */
export const drawMark = (ink: string): string =>
  `<path d="${segments}" fill="${ink}"/><circle cx="16" cy="16" r="4.4" fill="none" stroke="${ink}" stroke-width="2.8"/>`;

/** The shape of each level, by its inner and outer radius, and its ink; what was not examined has none. */
const looks: Readonly<Record<LayerLevel, readonly [outer: number, ink: string] | undefined>> = {
  native: [22, 'fill="var(--accent)"'],
  partial: [14.5, 'fill="var(--accent)"'],
  extension: [21.1, 'fill="none" stroke="var(--accent)" stroke-width="1.8" stroke-dasharray="3.4 1.8"'],
  none_found: [10, 'fill="var(--edge)"'],
  unknown: undefined,
};

/**
 * Which of the eight layers a system covers, as the content of an `svg` with the box {@link GLYPH_BOX}: a ring of segments in
 * the published order, clockwise from twelve o'clock, inside a faint ring, so that a missing segment is seen to be missing.
 */
export const drawLayerGlyph = (layers: LayerLevels): string => {
  const circle = (radius: number, ink: string) =>
    `<circle cx="24" cy="24" r="${radius}" fill="none" stroke="var(${ink})" vector-effect="non-scaling-stroke"/>`;
  const shapes = Object.entries(looks).map(([level, look]) => {
    const places = look ? layerNames.flatMap((name, at) => (layers[name].level === level ? [at] : [])) : [];
    const shape = places.map((at) => segment(GLYPH_BOX, at, 7, look![0])).join('');
    return shape === '' ? '' : `<path d="${shape}" ${look![1]}/>`;
  });
  return circle(23, '--rule') + circle(4.5, '--edge') + shapes.join('');
};

/** What the glyph shows, in words: `Native: identity, dispute. None found: anchoring.` */
export const layersInWords = (layers: LayerLevels): string =>
  valuesOf(layerLevelTerms)
    .flatMap((level) => {
      const those = layerNames.filter((name) => layers[name].level === level);
      const names = those.map((name) => layerTerms[name].label.toLowerCase()).join(', ');
      return those.length === 0 ? [] : [`${layerLevelTerms[level].label}: ${names}.`];
    })
    .join(' ');

/** How many of the layers a system covers, in words: `2 native, 3 partial, 1 extension of 8 layers`. */
export const coverageInWords = (layers: LayerLevels): string => {
  const counts = coveringLevels.flatMap((level) => {
    const count = layerNames.filter((name) => layers[name].level === level).length;
    return count === 0 ? [] : [`${count} ${level}`];
  });
  return `${counts.length === 0 ? 'none' : counts.join(', ')} of ${layerNames.length} layers`;
};
