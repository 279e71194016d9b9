import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { schemeColours } from '../../src/components/graphics/token-inks.ts';
import { verifyText } from '../../src/domain/verification/verify.ts';
import { call, post } from '../support/call.ts';
import { previews } from '../support/preview-pages.ts';

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

test('icons for tabs and touch screens are there', async () => {
  const html = pages.get('/')!;
  const linked = [...html.matchAll(/<link rel="(?:icon|apple-touch-icon)" href="([^"]*)"/g)];
  const types = await Promise.all(
    linked.map(async ([, href]) => (await call(url + href!)).headers.get('content-type')),
  );
  expect(types).toEqual(['image/x-icon', 'image/svg+xml', 'image/png']);
});

test('the colour of the browser around a page is that of its paper', () => {
  const html = pages.get('/')!;
  for (const scheme of ['light', 'dark'] as const)
    expect(html).toContain(
      `<meta name="theme-color" media="(prefers-color-scheme: ${scheme})" content="${schemeColours(scheme).get('--paper')}"`,
    );
});

test('the status tells people that the service is up, its keys, anchors, and the age of its data with feeds', () => {
  const words = pages
    .get('/status')!
    .replaceAll(/<[^>]*>|\s+/g, ' ')
    .replaceAll(/ +/g, ' ');
  expect(words).toMatch(/Up, since [\d-]{10} [\d:]{8} UTC .*Keys \d+ in use .*Anchoring off, 0 anchors stored/);
  expect(words.match(/\d+ records, changed (today|[\d,]+ days? ago) , feed/g)).toHaveLength(3);
});

test('the page about running it names no address of the source that nobody gave', async () => {
  const disk = /unpacks (about \d+ GB)/.exec(readFileSync('README.md', 'utf8'))?.[1];
  expect(pages.get('/run-your-own')).toContain(`${disk} of disk`);
  expect(pages.get('/run-your-own')).toMatch(/names no public address of the source: <a href="\/intake\?/);
  expect((await call(`${url}/operations.md`)).text).toMatch(/^# Operations\n/);
});

test('the refusal on the page of error codes is what the service answers to the body there', async () => {
  const html = pages.get('/errors')!;
  const [sent, shown] = [/<code[^>]*>({[^<]*})</, /<pre[^>]*><code[^>]*>([^<]*)</].map(
    (place) => JSON.parse(decoded(place.exec(html)![1]!)) as Record<string, unknown>,
  );
  const { json } = await post(`${url}/api/intake`, sent);
  expect(json).toEqual({ ...shown, instance: json['instance'], request_id: json['request_id'] });
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

describe.each(previews)('%s', (path) => {
  test('has one main heading, says what it does not do, and gives examples that verify', async () => {
    const { text: html } = await call(url + path);
    expect(html.match(/<h1[ >]/g)).toHaveLength(1);
    for (const words of [
      'No escrow is locked, no funds are moved',
      'no partnership or deployed integration is claimed',
    ])
      expect(html.replaceAll(/\s+/g, ' ')).toContain(words);
    for (const [, example] of html.matchAll(/<a [^>]*href="(\/static\/examples\/[^"]*\.json)"/g)) {
      const { answers } = await verifyText((await call(url + example!)).bytes, { keys: [] });
      expect(answers.intact.result, example).toBe('pass');
    }
  });
});

test('every link of a page leads to an address of this site that is there, and to a place in it', async () => {
  const texts = new Map(pages);
  /** The page with a link to it, by address. */
  const links = new Map<string, string>();
  for (const path of previews) texts.set(path, (await call(url + path)).text);
  for (const [path, html] of texts)
    for (const [, href] of html.matchAll(/<a [^>]*href="([/#][^"]*)"/g))
      links.set(`${href!.startsWith('#') ? path : ''}${href!.replaceAll('&amp;', '&').replaceAll('&#38;', '&')}`, path);
  expect(links.size).toBeGreaterThan(1_000);
  const broken: string[] = [];
  for (const [link, from] of links) {
    const [address, place] = link.split('#') as [string, string | undefined];
    // The words that a page is asked with change what its script shows.
    const asked = texts.has(address.split('?')[0]!) ? address.split('?')[0]! : address;
    if (!texts.has(asked)) {
      const { status, text } = await call(url + asked);
      // The addresses of A2A and MCP take nothing but POST.
      if (status !== (['/a2a', '/mcp'].includes(asked) ? 405 : 200)) broken.push(`${link} of ${from}: ${status}`);
      texts.set(asked, text);
    }
    // Examples of a preview and operations in the explorer are shown by a script.
    if (place && !/^example-|^tag\//.test(place) && !texts.get(asked)!.includes(`id="${place}"`))
      broken.push(`${link} of ${from}: no such place`);
  }
  expect(broken).toEqual([]);
});
