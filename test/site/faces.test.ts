import { beforeAll, expect, inject, test } from 'vitest';
import { schemeColours } from '../../src/components/graphics/token-inks.ts';
import { call } from '../support/call.ts';

const url = inject('site');
/** The pages of the sitemap, by path. */
let pages: ReadonlyMap<string, string>;

beforeAll(async () => {
  const { text } = await call(`${url}/sitemap.xml`);
  const paths = [...text.matchAll(/<loc>http:\/\/localhost:4321([^<]*)<\/loc>/g)].map((match) => match[1]!);
  pages = new Map(
    await Promise.all(
      paths.map(async (path) => {
        const { status, headers, text: html } = await call(url + path);
        expect([path, status, headers.get('x-robots-tag')]).toEqual([path, 200, null]);
        return [path, html] as const;
      }),
    ),
  );
});

const decoded = (text: string): string =>
  text
    .replaceAll(/&#39;|&#x27;/g, '’')
    .replaceAll('&amp;', '&')
    .replaceAll('&quot;', '"');
const metaOf = (html: string, name: string): string | undefined =>
  new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`).exec(html)?.[1];
const lengthOf = (text: string): number => [...decoded(text)].length;

/** Width and height of a PNG, from its header. */
const sizeOf = (png: Uint8Array): [number, number] => {
  expect(new TextDecoder('latin1').decode(png.subarray(1, 4))).toBe('PNG');
  const view = new DataView(png.buffer, png.byteOffset);
  return [view.getUint32(16), view.getUint32(20)];
};

test('every page that may be indexed has one main heading, a title and a description of its own that a search engine shows whole', () => {
  expect(pages.size).toBeGreaterThan(300);
  const titles = new Map<string, string>();
  for (const [path, html] of pages) {
    expect(html).toContain(`<link rel="canonical" href="http://localhost:4321${path}">`);
    expect(html).not.toContain('<meta name="robots"');
    const description = metaOf(html, 'description')!;
    expect([path, lengthOf(description) > 20 && lengthOf(description) <= 160]).toEqual([path, true]);
    expect([path, html.match(/<h1[ >]/g)?.length]).toEqual([path, 1]);
    const title = /<title>([^<]*)</.exec(html)![1]!;
    expect([path, titles.get(title)]).toEqual([path, undefined]);
    titles.set(title, path);
  }
});

test('no word runs into a link, and no sentence into the next', () => {
  for (const [path, html] of pages) {
    const text = html.replaceAll(/<(script|style|svg|pre|code)\b[^]*?<\/\1>/g, '');
    expect([path, /\w+<a [^>]*>\w*|\w+[a-z]\.[A-Z][a-z]* [a-z]+/.exec(text)?.[0]]).toEqual([path, undefined]);
  }
});

test('every page that may be indexed names a picture for link previews, which is there and as large as said', async () => {
  const pictures = new Map<string, string>();
  for (const [path, html] of pages) {
    const picture = metaOf(html, 'og:image')!;
    expect([path, metaOf(html, 'twitter:card')]).toEqual([path, 'summary_large_image']);
    expect([path, lengthOf(metaOf(html, 'og:image:alt')!) > 10]).toEqual([path, true]);
    pictures.set(picture, `${metaOf(html, 'og:image:width')} ${metaOf(html, 'og:image:height')}`);
  }
  for (const [picture, size] of pictures) {
    const { status, bytes } = await call(picture.replace('http://localhost:4321', url));
    expect([picture, status, sizeOf(bytes).join(' ')]).toEqual([picture, 200, size]);
  }
});

test('tab, touch and home screen icons are there, and the manifest names those that are', async () => {
  const html = pages.get('/')!;
  const linked = [...html.matchAll(/<link rel="(icon|apple-touch-icon|manifest)" href="([^"]*)"/g)];
  expect(linked.map((match) => match[1])).toEqual(['icon', 'icon', 'apple-touch-icon', 'manifest']);
  const types = await Promise.all(
    linked.map(async ([, , href]) => (await call(url + href!)).headers.get('content-type')),
  );
  expect(types).toEqual(['image/x-icon', 'image/svg+xml', 'image/png', 'application/manifest+json']);
  const { json } = await call(`${url}/manifest.webmanifest`);
  for (const { src, sizes } of json['icons'] as { src: string; sizes: string }[])
    expect(sizeOf((await call(url + src)).bytes).join('x')).toBe(sizes);
});

test('the colour of the browser around a page is that of its paper', () => {
  const html = pages.get('/')!;
  for (const scheme of ['light', 'dark'] as const)
    expect(html).toContain(
      `<meta name="theme-color" media="(prefers-color-scheme: ${scheme})" content="${schemeColours(scheme).get('--paper')}"`,
    );
});

test('robots.txt forbids nothing and names the sitemap, which has pages for people and nothing that is made per request', async () => {
  const { text } = await call(`${url}/robots.txt`);
  expect(text.split('\n').filter((line) => line.startsWith('Disallow'))).toEqual(['Disallow:']);
  expect(text).toContain('Sitemap: http://localhost:4321/sitemap.xml');
  const paths = [...pages.keys()];
  for (const path of ['/', '/agent', '/intake', '/errors', '/verified-agent-observatory/agent-laplace'])
    expect(paths).toContain(path);
  expect(paths.filter((path) => /^\/(404|intake\/|api\/|adjudicator-|agent-acceptance-anchor)/.test(path))).toEqual([]);
});
