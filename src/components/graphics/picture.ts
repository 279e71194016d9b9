import { SERVICE_NAME } from '../../domain/vocabulary/service.ts';
import { drawMark, MARK_BOX } from './mark.ts';
import { PICTURE_SIZE, type SMALL_PICTURE_SIZE } from './picture-size.ts';
import { PICTURE_SANS, PICTURE_SERIF, rasterize } from './rasterize.ts';
import { tokenColour } from './token-inks.ts';

/** The text as the content of an element of an SVG: escaped, without what XML does not allow. */
export const svgText = (text: string): string =>
  text
    .replaceAll(/[&<>"]/g, (sign) => `&#${sign.codePointAt(0)};`)
    .replaceAll(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '');

interface LineLook {
  readonly size: number;
  readonly serif?: boolean;
  readonly bold?: boolean;
  readonly soft?: boolean;
  /** Its colour, if not that of text. */
  readonly ink?: string;
}

/** A line of text of a picture, by its baseline. */
export const pictureLine = (y: number, text: string, { size, serif, bold, soft, ink }: LineLook): string => {
  const family = serif === true ? ` font-family="${PICTURE_SERIF}"` : '';
  const weight = serif === true || bold === true ? 600 : 400;
  const fill = ink ?? tokenColour(soft === true ? '--ink-soft' : '--ink');
  return `<text x="80" y="${y}" font-size="${size}" font-weight="${weight}"${family} fill="${fill}">${svgText(text)}</text>`;
};

/**
 * A picture for link previews, as PNG.
 * @param kind what it is a picture of, beside the name of the service.
 * @param parts SVG in a box of {@link PICTURE_SIZE}, between a heading line at 106 and the lower edge at 630.
 */
export const drawPicture = async (
  kind: string,
  parts: readonly string[],
  size: typeof PICTURE_SIZE | typeof SMALL_PICTURE_SIZE = PICTURE_SIZE,
): Promise<Uint8Array<ArrayBuffer>> => {
  const { width, height } = PICTURE_SIZE;
  const accent = tokenColour('--accent');
  const mark = `<svg x="80" y="62" width="56" height="56" viewBox="0 0 ${MARK_BOX} ${MARK_BOX}">${drawMark(accent)}</svg>`;
  const heading = `<text x="156" y="102" font-size="32" font-weight="600" fill="${accent}">${svgText(`${SERVICE_NAME} · ${kind}`)}</text>`;
  const { png } = await rasterize(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}" viewBox="0 0 ${width} ${height}" font-family="${PICTURE_SANS}"><rect width="${width}" height="${height}" fill="${tokenColour('--paper')}"/><rect width="24" height="${height}" fill="${accent}"/>${mark}${heading}${parts.join('')}</svg>`,
  );
  return png;
};
