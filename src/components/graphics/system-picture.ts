import type { Records } from '../../dataset-files/registry.ts';
import { layerLevelTerms, layerTerms } from '../../domain/datasets/accountability-map/terms.ts';
import { capitalized, shortened } from '../../domain/vocabulary/words.ts';
import { labelOf } from '../dataset/text.ts';
import { coverageInWords, drawLayerGlyph, GLYPH_BOX, layerSegments } from './layer-glyph.ts';
import { drawPicture, pictureLine as line } from './picture.ts';
import { SMALL_PICTURE_SIZE } from './picture-size.ts';
import { pictureInks } from './token-inks.ts';

/** The picture of a system for link previews, as PNG: its glyph, and each layer with its level. */
export const buildSystemPicture = (
  record: Records['agent-accountability-map'][number],
): Promise<Uint8Array<ArrayBuffer>> => {
  const layers = layerSegments(record.layers).map(({ name, level }, at) =>
    line(342 + at * 34, `${layerTerms[name].label}: ${labelOf(layerLevelTerms, level).toLowerCase()}`, {
      size: 27,
      soft: level === 'none_found' || level === 'unknown',
    }),
  );
  return drawPicture(
    'Accountability map',
    [
      line(206, shortened(record.name, 40), { size: record.name.length > 24 ? 50 : 72, serif: true }),
      line(272, capitalized(coverageInWords(record.layers)), { size: 38, bold: true }),
      ...layers,
      `<svg x="772" y="242" width="348" height="348" viewBox="0 0 ${GLYPH_BOX} ${GLYPH_BOX}">${drawLayerGlyph(record.layers, pictureInks())}</svg>`,
    ],
    SMALL_PICTURE_SIZE,
  );
};
