import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { BrowserContextOptions, Page } from 'playwright-core';
import type { Tab } from './browser.ts';

/** Where the kept pictures lie. `npx node test/support/keep-pictures.ts` takes them anew, when pages are meant to look otherwise. */
export const KEPT_PICTURES = join(import.meta.dirname, '../browser/pictures');

/** A page at a width as it is kept: a sixteenth of its pixels, so that a picture takes 10 to 70 kB. */
export interface View {
  readonly page: string;
  readonly path: string;
  readonly width: number;
}

const SCALE = 0.25;
const HEIGHT = 900;
/** The page with every component, kept from top to bottom; of the others the first screen. */
const WHOLE = '/design';
const pages = {
  design: WHOLE,
  home: '/',
  intake: '/intake',
  verify: '/verify',
  runner: '/adjudicator-work-order-runner',
  system: '/agent-accountability-map/x402',
};

export const schemes = ['light', 'dark'] as const;
export type Scheme = (typeof schemes)[number];

export const views: readonly View[] = Object.entries(pages).flatMap(([page, path]) =>
  [390, 1280].map((width) => ({ page, path, width })),
);

/** The file in which a view is kept. */
export const pictureFile = ({ page, width }: View, scheme: Scheme): string => `${page}-${width}-${scheme}.png`;

const fontOf = (weight: number): string => {
  const { resolve } = createRequire(import.meta.url);
  const file = readFileSync(resolve(`@fontsource/source-sans-3/files/source-sans-3-latin-${weight}-normal.woff2`));
  return `@font-face{font-family:Kept;font-weight:${weight};src:url(data:font/woff2;base64,${file.toString('base64')})}`;
};
// The fonts of a machine would make the pictures its own, so its sans and mono are replaced.
const sameEverywhere = `${fontOf(400)}${fontOf(600)}:root{--sans:Kept;--mono:Kept}`;

/** Draws pictures, given as base64 of PNG, and works on their pixels in a page of its own. */
const inCanvas = `
  const draw = async (png, scale) => {
    const image = new Image();
    image.src = 'data:image/png;base64,' + png;
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = Math.round(image.width * scale);
    canvas.height = Math.round(image.height * scale);
    const context = canvas.getContext('2d');
    context.imageSmoothingQuality = 'high';
    context.drawImage(image, 0, 0, canvas.width, canvas.height);
    return { canvas, context };
  };`;

/** Opens the page of a view. Between its schemes only the colours differ, so it is loaded once for both. */
export const openView = async (
  openTab: (options: BrowserContextOptions) => Promise<Tab>,
  site: string,
  { path, width }: View,
): Promise<Page> => {
  const { page } = await openTab({ viewport: { width, height: HEIGHT }, reducedMotion: 'reduce', bypassCSP: true });
  await page.goto(site + path);
  await page.addStyleTag({ content: sameEverywhere });
  return page;
};

/** Takes the picture of an opened view in a scheme, as PNG. */
export const takePicture = async (page: Page, { path }: View, colorScheme: Scheme): Promise<Buffer> => {
  await page.emulateMedia({ colorScheme });
  await page.evaluate('document.fonts.ready');
  const large = await page.screenshot({ fullPage: path === WHOLE, animations: 'disabled' });
  const small = await page.evaluate<string>(
    `(async () => { ${inCanvas} const { canvas } = await draw(${JSON.stringify(large.toString('base64'))}, ${SCALE});
      return canvas.toDataURL('image/png').split(',')[1]; })()`,
  );
  return Buffer.from(small, 'base64');
};

/**
 * How far two pictures differ: the share of pixels of which one colour is more than a tenth away, from 0 to 1; 1 for
 * pictures of different sizes.
 */
export const differenceOf = (page: Page, one: Buffer, other: Buffer): Promise<number> =>
  page.evaluate<number>(
    `(async () => { ${inCanvas}
      const [one, other] = await Promise.all([${JSON.stringify(one.toString('base64'))}, ${JSON.stringify(other.toString('base64'))}].map((png) => draw(png, 1)));
      const { width, height } = one.canvas;
      if (width !== other.canvas.width || height !== other.canvas.height) return 1;
      const [a, b] = [one, other].map(({ context }) => context.getImageData(0, 0, width, height).data);
      let far = 0;
      for (let at = 0; at < a.length; at += 4)
        if ([0, 1, 2].some((channel) => Math.abs(a[at + channel] - b[at + channel]) > 25)) far += 1;
      return far / (width * height); })()`,
  );
