import { drawMark, MARK_BOX } from './mark.ts';
import { drawPicture, pictureLine as line } from './picture.ts';
import { rasterize } from './rasterize.ts';
import { tokenColour } from './token-inks.ts';

/** The picture for link previews of pages that have none of their own, as PNG. */
export const buildSitePicture = (): Promise<Uint8Array<ArrayBuffer>> =>
  drawPicture('Public records', [
    line(260, 'What did the agent decide,', { size: 76, serif: true }),
    line(348, 'and can you prove it?', { size: 76, serif: true }),
    line(450, 'Receipts, agents, systems and decisions,', { size: 38, soft: true }),
    line(500, 'each with its sources and its doubts.', { size: 38, soft: true }),
    `<svg x="880" y="340" width="400" height="400" viewBox="0 0 ${MARK_BOX} ${MARK_BOX}">${drawMark(tokenColour('--step-1'))}</svg>`,
  ]);

/** The mark on paper as PNG, in a square with as much room around it as a round mask needs. */
export const buildIcon = async (side: number): Promise<Uint8Array<ArrayBuffer>> => {
  const room = Math.round(side * 0.14);
  const { png } = await rasterize(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}"><rect width="${side}" height="${side}" fill="${tokenColour('--paper')}"/><svg x="${room}" y="${room}" width="${side - 2 * room}" height="${side - 2 * room}" viewBox="0 0 ${MARK_BOX} ${MARK_BOX}">${drawMark(tokenColour('--accent'))}</svg></svg>`,
  );
  return png;
};

/** The mark alone, as the SVG of a tab; in a dark one it takes the colour of the dark scheme. */
export const buildTabIcon = (dark: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${MARK_BOX} ${MARK_BOX}"><style>@media (prefers-color-scheme:dark){path{fill:${dark}}circle{stroke:${dark}}}</style>${drawMark(tokenColour('--accent'))}</svg>\n`;

/** The mark for programs that ask for /favicon.ico: one PNG of 32 pixels in the container that they expect. */
export const buildIco = async (): Promise<Uint8Array<ArrayBuffer>> => {
  const side = 32;
  const { png } = await rasterize(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}" viewBox="0 0 ${MARK_BOX} ${MARK_BOX}">${drawMark(tokenColour('--accent'))}</svg>`,
  );
  const header = new DataView(new ArrayBuffer(22));
  // One image: an icon (1) of 32 by 32 pixels, one plane, 32 bits a pixel, its length and its place.
  header.setUint16(2, 1, true);
  header.setUint16(4, 1, true);
  header.setUint8(6, side);
  header.setUint8(7, side);
  header.setUint16(10, 1, true);
  header.setUint16(12, 32, true);
  header.setUint32(14, png.length, true);
  header.setUint32(18, 22, true);
  return new Uint8Array(Buffer.concat([new Uint8Array(header.buffer), png]));
};
