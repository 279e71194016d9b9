import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../src');
const STYLE = /<style[^]*?<\/style>/g;
const files = globSync('**/*.{astro,ts,css}', { cwd: root }).map((file) => ({
  file,
  text: readFileSync(join(root, file), 'utf8'),
}));
/** The style sheets, those of components included, without their comments. */
const sheets = files.map(({ file, text }) => {
  const css = file.endsWith('.css') ? text : (text.match(STYLE) ?? []).join('\n');
  return { file, css: css.replaceAll(/\/\*[^]*?\*\//g, '') };
});
const markup = files
  .filter(({ file }) => !file.endsWith('.css'))
  .map(({ text }) => text.replaceAll(STYLE, ''))
  .join('\n');

test('the pages have at most five breakpoints', () => {
  const queries = sheets.flatMap(({ css }) => css.match(/@(media|container)[^{]*/g) ?? []);
  const breakpoints = new Set(queries.flatMap((query) => query.match(/[\d.]+r?em/g) ?? []));
  expect([...breakpoints].toSorted()).toEqual(['34em', '40rem', '44rem', '60rem', '72rem']);
});

test('the style sheets have at most 3,000 lines, those of components included', () => {
  const lines = files.map(({ file, text }) => (file.endsWith('.css') ? text : (text.match(STYLE) ?? []).join('\n')));
  expect(lines.join('\n').split('\n').length).toBeLessThanOrEqual(3_000);
});

/** Classes whose names are put together: `field-<name>`, and the colours of a picture. */
const PUT_TOGETHER = /^(field-\w+|(on-)?c\d)$/;

test('no rule of a style sheet is for a class or an id that no page and no script names', () => {
  const dead = sheets.flatMap(({ file, css }) => {
    const selectors = css.match(/[^{};]*(?=\{)/g) ?? [];
    const names = new Set(selectors.flatMap((selector) => selector.match(/(?<=[.#])[a-z][\w-]*/gi) ?? []));
    return [...names]
      .filter((name) => !PUT_TOGETHER.test(name) && !new RegExp(`(?<![\\w-])${name}(?![\\w-])`).test(markup))
      .map((name) => `${file}: ${name}`);
  });
  expect(dead).toEqual([]);
});
