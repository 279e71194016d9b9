import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { receiptHash } from '../../src/domain/receipts/published-receipt.ts';
import { MOST_WEIGHT, weigh } from '../support/page-weight.ts';
import { shippedReceipts } from '../support/receipts.ts';
import { siteInBrowser } from '../support/site-in-browser.ts';

const site = siteInBrowser();
const decision = receiptHash(shippedReceipts['demonstration-outside-mandate']!);
let receipt: string;
/** Without JavaScript. */
let plain: Page;

beforeAll(async () => {
  ({ page: plain } = await site.openTab({ javaScriptEnabled: false }));
  const answer = await fetch(`${site.url}/api/intake`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ body: 'A request whose receipt is looked at' }),
  });
  receipt = `/intake/${((await answer.json()) as { id: string }).id}`;
});

const pages = [
  '/',
  '/agent',
  '/intake',
  'the receipt',
  '/verified-agent-observatory',
  '/verified-agent-observatory/agent-laplace',
  '/agent-accountability-map',
  '/agent-accountability-map/erc-8004',
  '/governance-decision-memory',
  '/governance-decision-memory/concordium-protocol-update-9',
  '/receipts',
  'a decision receipt',
  '/api-reference',
  '/api-reference/intake',
  '/api-reference/adjudication',
  '/api-reference/datasets',
  '/api-reference/a2a-and-mcp',
  '/api-reference/schemas/service-decision-receipt-schema-v1',
  '/specification',
  '/errors',
] as const;

const addressOf = (path: string): string =>
  site.url + (path === 'the receipt' ? receipt : path === 'a decision receipt' ? `/receipts/${decision}` : path);

test.each(pages)('%s has one main heading, a title and a description of its own', async (path) => {
  await plain.goto(addressOf(path));
  expect(await plain.getByRole('heading', { level: 1 }).count()).toBe(1);
  expect(await plain.title()).toContain('Agent Accountability Service');
  expect((await plain.locator('meta[name=description]').getAttribute('content'))?.length).toBeGreaterThan(20);
});

test.each(['/specification', '/agent-accountability-map', '/governance-decision-memory'])(
  '%s, one of the heaviest pages, weighs no more than a page may',
  async (path) => {
    const { page, context } = await site.openTab();
    const weight = await weigh(page, site.url + path);
    expect(weight).toBeGreaterThan(MOST_WEIGHT / 2);
    expect(weight).toBeLessThanOrEqual(MOST_WEIGHT);
    await context.close();
  },
);

test('an unknown address is answered with a page that links to others', async () => {
  const { page, context } = await site.openTab();
  const answer = await page.goto(`${site.url}/no-such-page`);
  expect(answer?.status()).toBe(404);
  await page.getByRole('link', { name: 'What this service offers' }).click();
  await page.waitForURL(`${site.url}/`);
  await context.close();
});

test('an unknown receipt is answered with 404 and a readable page', async () => {
  const { page, context } = await site.openTab();
  const answer = await page.goto(`${site.url}/intake/${'0'.repeat(24)}`);
  expect(answer?.status()).toBe(404);
  expect(answer?.headers()['cache-control']).toBe('no-store');
  await expect(page.getByRole('heading', { level: 1 }).innerText()).resolves.toBe('No request has this id');
  await context.close();
});

test('the copy button puts the hash on the clipboard', async () => {
  const { page, context } = await site.openTab();
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(addressOf('the receipt'));
  await page.getByRole('button', { name: 'Copy the hash of the receipt' }).click();
  const copied = await page.evaluate('navigator.clipboard.readText()');
  expect(copied).toMatch(/^[0-9a-f]{64}$/);
  expect(await page.locator('main').innerText()).toContain(copied);
  await context.close();
});
