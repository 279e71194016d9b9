import { shortened, xmlText } from '../../domain/vocabulary/words.ts';
import { tokenColour } from './token-inks.ts';

/** Width and height of a badge, in pixels. */
export const BADGE_SIZE = { width: 400, height: 88 } as const;

/** What a badge says: never more than what was checked, or read, when the site was built. */
export interface Badge {
  /** SVG in a box of 48 by 48, with tokens as colours. */
  readonly graphic: string;
  readonly title: string;
  readonly statement: string;
  /** The token of its colour, where that is not the one of text. */
  readonly ink?: string;
  /** Two lines that say whose statement it is and what it does not say. */
  readonly notes: readonly [string, string];
}

/** The badge in words, for those who do not see it. */
export const badgeInWords = ({ title, statement, notes }: Badge): string =>
  [title, statement, ...notes].map((line) => line.replace(/\.?$/, '.')).join(' ');

/** A picture for other sites. It has its own paper, so that it can be read on any ground, and needs no style sheet. */
export const drawBadge = (badge: Badge): string => {
  const { width, height } = BADGE_SIZE;
  const { graphic, title, statement, ink = '--ink', notes } = badge;
  const line = (y: number, text: string, size: number, ink: string, weight = 400) =>
    `<text x="84" y="${y}" font-size="${size}" font-weight="${weight}" fill="${tokenColour(ink)}">${xmlText(text)}</text>`;
  const lines = [
    line(26, shortened(title, 34), 15, '--ink', 600),
    line(45, shortened(statement, 46), 13, ink),
    ...notes.map((note, at) => line(62 + at * 15, note, 11, '--ink-soft')),
  ];
  const drawn = graphic.replaceAll(/var\((--\w+)\)/g, (_, token: string) => tokenColour(token));
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="${xmlText(badgeInWords(badge))}" font-family="system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans',Arial,sans-serif"><title>${xmlText(badgeInWords(badge))}</title><rect x="0.5" y="0.5" width="${width - 1}" height="${height - 1}" rx="3" fill="${tokenColour('--paper')}" stroke="${tokenColour('--edge')}"/><svg x="14" y="16" width="56" height="56" viewBox="0 0 48 48">${drawn}</svg>${lines.join('')}</svg>\n`;
};
