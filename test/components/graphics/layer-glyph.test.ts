import { expect, test } from 'vitest';
import {
  drawLayerGlyph,
  GLYPH_BOX,
  layerSegments,
  layersInWords,
} from '../../../src/components/graphics/layer-glyph.ts';
import { pictureInks } from '../../../src/components/graphics/token-inks.ts';
import { loadDocuments } from '../../../src/dataset-files/load.ts';
import { layerNames } from '../../../src/domain/datasets/accountability-map/record.ts';
import { inkOf } from '../../support/ink.ts';

const systems = loadDocuments()['agent-accountability-map'].entries;

/** The level that a reader sees in one place of the ring: how far out the ink reaches, and whether it is a mere outline. */
const levelSeen = (hasInk: (x: number, y: number) => boolean, at: number): string => {
  const ray = (part: number, radius: number): boolean => {
    const angle = ((at + part) / layerNames.length) * 2 * Math.PI;
    return hasInk(GLYPH_BOX / 2 + radius * Math.sin(angle), GLYPH_BOX / 2 - radius * Math.cos(angle));
  };
  const [stub, half, edge] = [8.5, 12.5, 18].map((radius) => ray(0.5, radius));
  if (edge) return 'native';
  if (half) return 'partial';
  if (stub) return 'none_found';
  const rim = Array.from({ length: 40 }, (_, step) => ray((step + 0.5) / 40, 21));
  return rim.includes(true) && rim.includes(false) ? 'extension' : 'unknown';
};

test('the glyph of every system shows the level of each layer, in order from twelve o’clock', async () => {
  for (const { id, layers } of systems) {
    const hasInk = await inkOf(drawLayerGlyph(layers, pictureInks()), GLYPH_BOX);
    const seen = layerNames.map((_, at) => levelSeen(hasInk, at));
    expect([id, ...seen]).toEqual([id, ...layerNames.map((name) => layers[name].level)]);
  }
});

test('every layer has a place of its own in the ring', async () => {
  const segments = layerSegments(systems[0]!.layers);
  for (const { name, place } of segments) {
    const isIn = await inkOf(`<path d="${place}"/>`, GLYPH_BOX);
    expect(segments.filter(({ pointAt }) => isIn(...pointAt(15))).map((found) => found.name)).toEqual([name]);
  }
});

test('its words name every layer once, with its level', () => {
  const words = layersInWords(systems.find(({ id }) => id === 'erc-8004')!.layers);
  expect(words).toMatch(/^Native: identity/);
  expect(
    words.match(/identity|authority|receipts|anchoring|escrow and payment|dispute|reputation|revocation/g),
  ).toHaveLength(layerNames.length);
});
