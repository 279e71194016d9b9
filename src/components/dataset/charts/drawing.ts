import { csvLines } from '../../../domain/datasets/forms/table-files.ts';
import { shortened, xmlText } from '../../../domain/vocabulary/words.ts';
import { schemeColours } from '../../graphics/token-inks.ts';
import { cellsOf, type DotPicture, drawnOf } from './dot-picture.ts';

/** The size of a drawing and of its parts, in pixels. */
const WIDTH = 960;
const EDGE = 28;
const WORDS = 176;
const STEP = 11;

const inks = (scheme: 'light' | 'dark'): string =>
  [...schemeColours(scheme)].map(([name, colour]) => `${name}:${colour}`).join(';');

const style = `svg{${inks('light')};font-family:system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans',Arial,sans-serif}
@media(prefers-color-scheme:dark){svg{${inks('dark')}}}
text{fill:var(--ink-soft);font-size:12px}.title{fill:var(--ink);font:600 20px Newsreader,Georgia,'Times New Roman',serif}.word{fill:var(--ink);font-size:13px}
line{stroke:var(--rule)}.run{stroke:var(--step-1);stroke-width:2}circle{fill:none;stroke:var(--accent);stroke-width:1.5}
.full{fill:var(--accent)}.half{fill:var(--step-1)}.open{fill:var(--paper);stroke:var(--edge)}.refused{stroke:var(--refuted);stroke-dasharray:2.4 1.6}`;

/** A text in lines of at most so many characters. */
const lines = (text: string, most: number): string[] =>
  text.match(new RegExp(`.{1,${most}}(?= |$)|\\S+`, 'g'))!.map((line) => line.trim());

const line = (from: readonly [number, number], to: readonly [number, number], look = ''): string =>
  `<line class="${look}" x1="${from[0]}" y1="${from[1]}" x2="${to[0]}" y2="${to[1]}"/>`;
const write = (x: number, y: number, text: string, look = ''): string =>
  `<text class="${look}" x="${x}" y="${y}">${xmlText(text)}</text>`;

/** A picture as an SVG that needs nothing else, light or dark as its reader has it, with its size in pixels. @param source where it is from, in words. */
export const drawPicture = (whole: DotPicture, source: string) => {
  const picture = drawnOf(whole);
  const width = (WIDTH - 2 * EDGE - WORDS) / picture.columns.length;
  const perLine = Math.max(1, Math.floor((width - 6) / STEP));
  const left = (at: number): number => Math.round(EDGE + WORDS + at * width);
  const dot = (look: string, x: number, y: number): string => `<circle class="${look}" cx="${x}" cy="${y}" r="3.75"/>`;
  const parts: string[] = [];
  let y = EDGE + 18;
  for (const text of lines(picture.title, 66)) {
    parts.push(write(EDGE, y, text, 'title'));
    y += 26;
  }
  parts.push(write(EDGE, y - 4, picture.label));
  y += 22;
  let x = EDGE + 4;
  for (const { look, label } of picture.marks) {
    parts.push(dot(look, x, y - 4), write(x + 10, y, label));
    x += 34 + label.length * 6.4;
  }
  y += 28;
  const heads = picture.columns.map(({ head }) =>
    head === '' ? [] : lines(head, Math.max(6, Math.floor(width / 6.6))),
  );
  const most = Math.max(...heads.map(({ length }) => length));
  const top = y - 12;
  picture.columns.forEach(({ part = '' }, at) => {
    heads[at]!.forEach((text, down) => parts.push(write(left(at) + 4, y + down * 14, text)));
    parts.push(write(left(at) + 4, y + most * 14, part));
  });
  y += (most - 1) * 14 + (picture.columns.some(({ part }) => part) ? 22 : 8);
  for (const row of picture.rows) {
    const cells = cellsOf(picture, row);
    parts.push(line([EDGE, y], [WIDTH - EDGE, y]), write(EDGE, y + 18, shortened(row.label, 26), 'word'));
    cells.forEach(
      ({ goesOn }, at) => goesOn && parts.push(line([left(at) + 6, y + 14], [left(at + 1) + 6, y + 14], 'run')),
    );
    cells.forEach(({ here }, at) => {
      const dots = here.map(({ look }, n) =>
        dot(look, left(at) + 8 + (n % perLine) * STEP, y + 14 + Math.floor(n / perLine) * STEP),
      );
      parts.push(...dots);
    });
    y += 17 + STEP * Math.max(...cells.map(({ here }) => Math.ceil(here.length / perLine)));
  }
  const rules = picture.columns.map(({ head }, at) => (head === '' ? '' : line([left(at), top], [left(at), y])));
  parts.push(line([EDGE, y], [WIDTH - EDGE, y]), write(EDGE, y + 24, source));
  const height = y + 24 + EDGE - 8;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="${xmlText(picture.title)}"><style>${style}</style><rect width="100%" height="100%" fill="var(--paper)"/>${rules.join('')}${parts.join('')}</svg>\n`;
  return { svg, width: WIDTH, height };
};

/** A picture as a table: each dot of all its rows, also of those that are not drawn, with the id of its record. */
export const tableOf = ({ names, rows, columns, marks }: DotPicture): string => {
  const [row, column, id, mark] = names;
  const facts = Object.keys(rows[0]?.things[0]?.facts ?? {});
  const lines = csvLines(
    [...names, ...facts].map((name) => ({ name, path: [name], type: 'string', required: true })),
    rows.flatMap(({ label, things }) =>
      things.map((thing) => ({
        [row]: label,
        [column]: columns.find(({ name }) => thing.columns.includes(name))!.name,
        [id]: thing.id,
        [mark]: marks.find(({ look }) => look === thing.look)!.label,
        ...thing.facts,
      })),
    ),
  );
  return [...lines].join('');
};
