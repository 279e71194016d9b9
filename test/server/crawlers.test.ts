import { expect, inject, test } from 'vitest';

/** The base address that the tests are built for. */
const SITE_URL = 'http://localhost:4321';

const server = { url: inject('site') };
const sitemap = async (): Promise<string[]> => {
  const text = await (await fetch(`${server.url}/sitemap.xml`)).text();
  return [...text.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address]) => address!);
};

test('robots.txt forbids nothing and names the sitemap at the configured base address', async () => {
  const text = await (await fetch(`${server.url}/robots.txt`)).text();
  expect(text.split('\n').filter((line) => line.startsWith('Disallow'))).toEqual(['Disallow:']);
  expect(text).toContain(`Sitemap: ${SITE_URL}/sitemap.xml`);
});

test('every address of the sitemap is a page that says it is this address and may be indexed', async () => {
  const addresses = await sitemap();
  const problems = await Promise.all(
    addresses.map(async (address) => {
      const answer = await fetch(address.replace(SITE_URL, server.url));
      const page = await answer.text();
      const sound =
        answer.status === 200 &&
        answer.headers.get('x-robots-tag') === null &&
        !page.includes('<meta name="robots"') &&
        page.includes(`<link rel="canonical" href="${address}">`);
      return sound ? [] : [address];
    }),
  );
  expect(problems.flat()).toEqual([]);
});

test('the sitemap has the pages for people and every record, and nothing that is made per request', async () => {
  const addresses = await sitemap();
  const paths = addresses.map((address) => address.slice(SITE_URL.length));
  expect(new Set(paths).size).toBe(paths.length);
  for (const path of [
    '/',
    '/agent',
    '/intake',
    '/api-reference',
    '/specification',
    '/errors',
    '/verified-agent-observatory/agent-laplace',
  ]) {
    expect(paths).toContain(path);
  }
  expect(paths.filter((path) => /^\/(404|intake\/|api\/|adjudicator-|agent-acceptance-anchor)/.test(path))).toEqual([]);
});
