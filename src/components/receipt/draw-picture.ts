import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { initWasm, Resvg } from '@resvg/resvg-wasm';
import { loadKeys } from '../../dataset-files/load.ts';
import { isDemonstration } from '../../domain/receipts/decision-receipt.ts';
import { checkMandateScope, scopeWords } from '../../domain/receipts/mandate-scope.ts';
import type { PublishedReceipt } from '../../domain/receipts/published-receipt.ts';
import { judgeReceiptSignatures } from '../../domain/verification/signed-receipt.ts';
import { SERVICE_NAME } from '../../domain/vocabulary/service.ts';
import { capitalized } from '../../domain/vocabulary/words.ts';
import { originAnswer, resultLooks, shortened } from './words.ts';

/** Width and height of the pictures for link previews, in pixels. */
export const PICTURE_SIZE = { width: 1_200, height: 630 } as const;

const FAMILY = 'Source Sans 3';
const scripts = ['latin', 'latin-ext', 'greek', 'cyrillic', 'vietnamese'];
const weights = [400, 600];

/** Colours of the light scheme of the pages, by the look of a badge. */
const inks = { good: '#17663a', bad: '#a8201a', open: '#7a4a00' } as const;

const loadFonts = async (): Promise<Uint8Array[]> => {
  const { resolve } = createRequire(import.meta.url);
  await initWasm(await readFile(resolve('@resvg/resvg-wasm/index_bg.wasm')));
  return Promise.all(
    scripts.flatMap((script) =>
      weights.map((weight) =>
        readFile(resolve(`@fontsource/source-sans-3/files/source-sans-3-${script}-${weight}-normal.woff2`)),
      ),
    ),
  );
};
/** The fonts, once the renderer is ready; the renderer can be made ready only once. */
let fonts: Promise<Uint8Array[]> | undefined;

const escaped = (text: string): string =>
  text
    .replaceAll(/[&<>]/g, (sign) => `&#${sign.codePointAt(0)};`)
    .replaceAll(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '');

const line = (y: number, text: string, look: { size: number; weight?: number; ink?: string }): string =>
  `<text x="80" y="${y}" font-size="${look.size}" font-weight="${look.weight ?? 400}" fill="${look.ink ?? '#15191e'}">${escaped(text)}</text>`;

const draw = async ({ hash, receipt }: PublishedReceipt): Promise<string> => {
  const scope = checkMandateScope(receipt).result;
  const scopeInk = { covered: inks.good, not_covered: inks.bad, unknown: inks.open }[scope];
  const origin = originAnswer(await judgeReceiptSignatures(receipt, loadKeys()));
  const lines = [
    line(106, `${SERVICE_NAME} · Decision receipt`, { size: 32, weight: 600, ink: '#0d5878' }),
    line(222, capitalized(receipt.decision), { size: 92, weight: 600 }),
    line(296, shortened(receipt.subject.reference, 42), { size: 50 }),
    line(354, shortened(`${receipt.agent.name}, ${receipt.decided_at.slice(0, 10)}`, 62), { size: 36, ink: '#4a535d' }),
    line(436, capitalized(scopeWords[scope]), { size: 36, weight: 600, ink: scopeInk }),
    line(486, `From whom: ${origin.headline}`, { size: 36, ink: inks[resultLooks[origin.result]] }),
    ...(isDemonstration(receipt)
      ? [line(536, 'A made-up example: nothing of this took place.', { size: 36, ink: inks.open })]
      : []),
    line(588, hash, { size: 28, ink: '#4a535d' }),
  ];
  const { width, height } = PICTURE_SIZE;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" font-family="${FAMILY}"><rect width="${width}" height="${height}" fill="#ffffff"/><rect width="24" height="${height}" fill="${scopeInk}"/><path transform="translate(1060 60) scale(2)" d="M23 4H4v24h24v-9M11 15l6 6L29 6" fill="none" stroke="#0d5878" stroke-width="4" stroke-linecap="square"/>${lines.join('')}</svg>`;
};

/** The picture of a receipt for link previews, as PNG: the same bytes on every machine. It says nothing of an anchor. */
export const buildReceiptPicture = async (published: PublishedReceipt): Promise<Uint8Array<ArrayBuffer>> => {
  fonts ??= loadFonts();
  const picture = new Resvg(await draw(published), {
    font: { fontBuffers: await fonts, loadSystemFonts: false, defaultFontFamily: FAMILY },
  });
  try {
    return new Uint8Array(picture.render().asPng());
  } finally {
    picture.free();
  }
};
