import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { filePaths } from '../../src/domain/datasets/forms/paths.ts';
import { buildSpecification } from '../../src/site/specification.ts';
import { citations, sections, specification } from '../support/specification.ts';

const root = join(import.meta.dirname, '../..');

const files = (
  await Promise.all(
    ['src/**/*', 'test/**/*', 'datasets/**/*', '*.md', '*.mjs', '*.ts'].map((pattern) =>
      Array.fromAsync(glob(pattern, { cwd: root, withFileTypes: true })),
    ),
  )
)
  .flat()
  .filter((entry) => entry.isFile())
  .map((entry) => ({
    file: join(entry.parentPath, entry.name).slice(root.length + 1),
    words: readFileSync(join(entry.parentPath, entry.name), 'utf8'),
  }));

describe('the sections of SPEC.md', () => {
  test('are numbered in order, and a number that is gone is not used again', () => {
    const places = [...sections.keys()].map((number) => {
      const [chapter = 0, part = 0] = number.split('.').map(Number);
      return chapter * 1_000 + part;
    });
    expect(places).toEqual([...new Set(places)].toSorted((a, b) => a - b));
    expect(specification.match(/^#{2,} /gm)).toHaveLength(sections.size);
  });

  test('are there wherever SPEC.md cites one of its own', () => {
    const own = citations(specification.replaceAll(/RFC \d+ §[\d.]+/g, ''));
    expect(own.length).toBeGreaterThan(50);
    expect(own.filter((number) => !sections.has(number))).toEqual([]);
  });

  test('are there wherever a comment or a document cites one', () => {
    const cited = files.flatMap(({ file, words }) =>
      [...words.matchAll(/SPEC\.md ((?:(?:, | and )?§\d+(?:\.\d+)*)+)/g)].flatMap(([, all]) =>
        citations(all!).map((number) => ({ file, number })),
      ),
    );
    expect(cited.length).toBeGreaterThan(50);
    expect(cited.filter(({ number }) => !sections.has(number))).toEqual([]);
  });

  test('are cited instead of documents that are not in the project', () => {
    const foreign = /(?<![\w/-])(?:contract|interface|architecture)\.md/;
    expect(files.filter(({ words }) => foreign.test(words)).map(({ file }) => file)).toEqual([]);
  });

  test('are each on the page of their chapter, and in the contents, to which older links lead; nothing there needs an inline style', () => {
    const page = (path: string) => readFileSync(join(root, `dist/client/specification${path}.html`), 'utf8');
    for (const number of sections.keys()) {
      const [chapter, part] = number.split('.');
      const id = `section-${number.replaceAll('.', '-')}`;
      const anchor = part === undefined ? '' : `#${id}`;
      expect(page('')).toMatch(new RegExp(`id="${id}"[^>]*>\\s*<a href="/specification/${chapter}${anchor}">`));
      if (part !== undefined) expect(page(`/${chapter}`)).toContain(` id="${id}"`);
      expect(page(`/${chapter}`)).not.toMatch(/<[^>]* style=/);
    }
  });

  test('have anchors on the page by their numbers, and citations lead to them', () => {
    const [chapter] = buildSpecification(
      '<h1 id="a">Whole</h1>\n<h2 id="1-b">1 B</h2><h3 id="11-c">1.1 C</h3>' +
        '<p>See §1.1 and RFC 8785 §3.2.</p><table><thead></thead></table>',
    );
    expect(chapter).toEqual({
      number: '1',
      title: 'B',
      sections: [{ number: '1.1', title: 'C' }],
      html:
        '<h2 id="section-1-1"><a href="#section-1-1">1.1 C</a></h2>' +
        '<p>See <a href="/specification/1#section-1-1">§1.1</a> and RFC 8785 §3.2.</p>' +
        '<div class="scroll" tabindex="0" role="region" aria-label="Table 1"><table><thead></thead></table></div>',
    });
  });
});

test('no line stands twice in a row, as after a merge', () => {
  const lines = specification.split('\n');
  expect(lines.filter((line, at) => line !== '' && line === lines[at + 1])).toEqual([]);
});

test('section 6.3 has the address of every form of a dataset', () => {
  const rows = sections.get('6.3')!;
  // The two forms of a side table share a row.
  const addresses = Object.values(filePaths).map((path) =>
    path.includes('{table}') ? path.replace(/\.\w+$/, '.csv') : path,
  );
  expect(addresses.filter((address) => !rows.includes(`| \`${address}\``))).toEqual([]);
});
