import { rasterize } from '../../src/components/graphics/rasterize.ts';

/** Pixels for each unit of the box. */
const SCALE = 4;

/**
 * Draws the content of an SVG.
 * @param box the side of the square that it is drawn in.
 * @returns whether there is ink at a place of the box.
 */
export const inkOf = async (content: string, box: number): Promise<(x: number, y: number) => boolean> => {
  const side = box * SCALE;
  const { pixels } = await rasterize(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}" viewBox="0 0 ${box} ${box}">${content}</svg>`,
  );
  return (x, y) => pixels[(Math.floor(y * SCALE) * side + Math.floor(x * SCALE)) * 4 + 3]! > 127;
};
