import { layerLevelTerms, layerTerms } from '../../domain/datasets/accountability-map/terms.ts';
import { valuesOf } from '../../domain/vocabulary/terms.ts';
import { coveringLevels } from '../dataset/layers.ts';
import { type Inks, pageInks } from './inks.ts';
import { angleOf, pointAt, segmentPath } from './ring.ts';

type LayerLevel = keyof typeof layerLevelTerms;

const layerNames = valuesOf(layerTerms);

/** The level of each layer, as a record of the map has it. */
export type LayerLevels = Readonly<Record<keyof typeof layerTerms, { readonly level: LayerLevel }>>;

/** The side of the square that the glyph is drawn in. */
export const GLYPH_BOX = 48;

/** From the middle outwards: the inner ring, the end of a stub, half way and the edge. */
const radii = { hub: 4.5, start: 7, stub: 10, half: 14.5, edge: 22 } as const;
/** What is free between two segments. */
const GAP = 1.6;
const ring = { middle: GLYPH_BOX / 2, count: layerNames.length };

const segment = (at: number, inner: number, outer: number, gap = GAP): string =>
  segmentPath(ring, at, inner, outer, gap);

const DASHED = 1.8;

/** Drawn once: ten thousand glyphs take 0.05 s, and 0.4 s when each draws its own. */
const atEveryPlace = (draw: (at: number) => string): readonly string[] => layerNames.map((_, at) => draw(at));

/** The shape of a level at each place of the ring; nothing for what was not examined. */
const outlines: Readonly<Record<LayerLevel, readonly string[]>> = {
  native: atEveryPlace((at) => segment(at, radii.start, radii.edge)),
  partial: atEveryPlace((at) => segment(at, radii.start, radii.half)),
  // Its line is drawn on both sides of the outline.
  extension: atEveryPlace((at) => segment(at, radii.start + DASHED / 2, radii.edge - DASHED / 2, GAP + DASHED)),
  none_found: atEveryPlace((at) => segment(at, radii.start, radii.stub)),
  unknown: atEveryPlace(() => ''),
};

const looks = ({ covered, absent }: Inks): Readonly<Record<LayerLevel, string>> => ({
  native: `fill="${covered}"`,
  partial: `fill="${covered}"`,
  extension: `fill="none" stroke="${covered}" stroke-width="${DASHED}" stroke-dasharray="3.4 1.8"`,
  none_found: `fill="${absent}"`,
  unknown: 'fill="none"',
});

/** The ring in the middle, and a faint one around all places, so that a missing segment is seen to be missing. */
const frame = ({ absent, faint }: Inks): string => {
  const circle = (radius: number, ink: string) =>
    `<circle cx="${ring.middle}" cy="${ring.middle}" r="${radius}" fill="none" stroke="${ink}" vector-effect="non-scaling-stroke"/>`;
  return circle(radii.edge + 1, faint) + circle(radii.hub, absent);
};

/** Each layer of a system with its place, in the published order, clockwise from twelve o'clock. */
export const layerSegments = (layers: LayerLevels) =>
  layerNames.map((name, at) => ({
    name,
    level: layers[name].level,
    /** The whole place of the layer in the ring: what a pointer can meet. */
    place: segment(at, radii.start, radii.edge, 0),
    /** The middle of its place, at a distance from the middle of the glyph. */
    pointAt: (radius: number) => pointAt(ring, angleOf(ring, at), radius),
  }));

/** The glyph as the content of an `svg` with the box {@link GLYPH_BOX}: one path for each level that occurs. */
export const drawLayerGlyph = (layers: LayerLevels, inks: Inks = pageInks): string =>
  frame(inks) +
  valuesOf(layerLevelTerms)
    .map((level) => {
      const shapes = layerNames.map((name, at) => (layers[name].level === level ? outlines[level][at] : '')).join('');
      return shapes === '' ? '' : `<path d="${shapes}" ${looks(inks)[level]}/>`;
    })
    .join('');

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
