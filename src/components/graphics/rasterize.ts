import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { initWasm, Resvg } from '@resvg/resvg-wasm';

/** The typefaces of pictures, that of the headings and a sans that is the same on every machine, as their files name them. */
export const PICTURE_SERIF = 'Newsreader 16pt 16pt';
export const PICTURE_SANS = 'Source Sans 3 ExtraLight';

const scripts = ['latin', 'latin-ext', 'greek', 'cyrillic', 'vietnamese'];
const sansFiles = scripts.flatMap((script) =>
  [400, 600].map((weight) => `source-sans-3/files/source-sans-3-${script}-${weight}-normal.woff2`),
);

/** How many of the fonts, the first, have every letter of a Latin text. */
const LATIN_FONTS = 3;
/** What the files named `latin` cover, as far as texts have it: Latin-1 and general punctuation. */
const isLatin = (text: string): boolean => /^[\t-\u00ff\u2000-\u206f]*$/.test(text);

const prepare = async (): Promise<Uint8Array[]> => {
  const { resolve } = createRequire(import.meta.url);
  const files = ['newsreader/files/newsreader-latin-600-normal.woff2', ...sansFiles];
  const fonts = await Promise.all(files.map((file) => readFile(resolve(`@fontsource/${file}`))));
  await initWasm(await readFile(resolve('@resvg/resvg-wasm/index_bg.wasm')));
  return fonts;
};
/** The fonts, once the renderer is ready; the renderer can be made ready only once. */
let prepared: Promise<Uint8Array[]> | undefined;

/** The turn of the last drawing that was asked for. */
let turn: Promise<unknown> = Promise.resolve();

/** An SVG as pixels, red, green, blue and alpha, and as PNG: the same bytes on every machine. */
export const rasterize = async (
  svg: string,
): Promise<{ readonly pixels: Uint8Array; readonly png: Uint8Array<ArrayBuffer> }> => {
  // A file that could not be read this time, such as with too many open, may be readable the next.
  prepared ??= prepare().catch((failure: unknown) => {
    prepared = undefined;
    throw failure;
  });
  const fonts = await prepared;
  // Drawings that are asked for together would be made in one go, and hold up every other request.
  turn = turn.then(() => new Promise((resolve) => setImmediate(resolve)));
  await turn;
  // The renderer unpacks every font for each picture, which takes longer than to draw it.
  const fontBuffers = isLatin(svg) ? fonts.slice(0, LATIN_FONTS) : fonts;
  const drawing = new Resvg(svg, {
    font: { fontBuffers, loadSystemFonts: false, defaultFontFamily: PICTURE_SANS },
  });
  const image = drawing.render();
  try {
    return { pixels: new Uint8Array(image.pixels), png: new Uint8Array(image.asPng()) };
  } finally {
    image.free();
    drawing.free();
  }
};
