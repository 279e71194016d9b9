import { setTimeout } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { receiptHash } from '../../src/domain/receipts/published-receipt.ts';
import { openOddServer } from '../support/odd-server.ts';
import { shippedReceipts } from '../support/receipts.ts';
import { siteInBrowser } from '../support/site-in-browser.ts';

/** A tenth of what Core Web Vitals call good. */
const SHIFT_LIMIT = 0.01;

/**
 * What a page asks for comes so much later than the page, so that each part is painted as it comes: first the page, then what
 * the style sheets and the scripts ask for, fonts and live answers among them.
 */
const LATER_MS = 150;

const site = siteInBrowser();

/** Counts from now on how far what a page has painted moves. */
const WATCH =
  'window.shift = 0; new PerformanceObserver((list) => { for (const each of list.getEntries()) window.shift += each.value; }).observe({ type: "layout-shift", buffered: true });';

/** The pages of receipts have one layout. */
const receipt = `/receipts/${receiptHash(shippedReceipts['demonstration-accepted']!)}`;

test.concurrent.each([
  '/',
  '/verify',
  '/receipts',
  receipt,
  '/verified-agent-observatory/agent-laplace',
  '/adjudicator-work-order-runner',
  '/adjudicator-evidence-pack',
  '/agent-acceptance-anchor',
  '/agent-accountability-map',
  '/verified-agent-observatory',
  '/governance-decision-memory',
])('%s does not move under the eyes of its reader while it loads, on a narrow and a wide screen', async (path) => {
  const look = async (width: number): Promise<void> => {
    const { page, context } = await site.keepTab({ viewport: { width, height: 844 } });
    await page.route(
      (url) => url.pathname !== path,
      async (route) => {
        await setTimeout(LATER_MS);
        await route.continue();
      },
    );
    await page.addInitScript(WATCH);
    await page.goto(site.url + path, { waitUntil: 'networkidle' });
    expect(await page.evaluate('window.shift'), `${width} pixels`).toBeLessThan(SHIFT_LIMIT);
    await context.close();
  };
  await Promise.all([look(390), look(1280)]);
});

test.each([
  ['header', 390, '/verified-agent-observatory', '</header>'],
  ['header', 1280, '/verified-agent-observatory', '</header>'],
  ['head of the table', 1280, '<tbody', '</html>'],
])(
  'the %s of /receipts stays where it is at %d pixels while the page comes in parts',
  async (_, width, until, last) => {
    const { page, context } = await site.keepTab({ viewport: { width, height: 844 } });
    const inParts = await openOddServer(async ({ url = '' }, response) => {
      const answer = await fetch(site.url + url);
      response.setHeader('Content-Type', answer.headers.get('Content-Type') ?? '');
      const bytes = Buffer.from(await answer.arrayBuffer());
      const isPage = url === '/receipts';
      const rest = isPage ? bytes.indexOf(until) : bytes.length;
      response.write(bytes.subarray(0, rest));
      const painted = () => page.evaluate('performance.getEntriesByType("paint").length');
      if (isPage) await vi.waitFor(async () => expect(await painted()).toBeGreaterThan(0), 30_000);
      response.end(bytes.subarray(rest, isPage ? bytes.indexOf(last) : undefined));
    });
    await page.addInitScript(WATCH);
    await page.goto(`${inParts.url}/receipts`, { waitUntil: 'networkidle' });
    expect(await page.evaluate('window.shift')).toBe(0);
    await context.close();
    await inParts.close();
  },
);
