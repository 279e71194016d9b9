import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { receiptHash } from '../../src/domain/receipts/receipt-hash.ts';
import { accessibilityViolations } from '../support/accessibility.ts';
import { openBrowser, openTab } from '../support/browser.ts';
import { shippedReceipts } from '../support/receipts.ts';
import { type RunningServer, startServer } from '../support/server.ts';
import { storeWithAnchors } from '../support/stored-anchors.ts';

const outside = receiptHash(shippedReceipts['demonstration-outside-mandate']!);
let server: RunningServer;
let browser: Browser;
let receipt: string;

beforeAll(async () => {
  const DATABASE_URL = await storeWithAnchors({ confirmed: [outside] });
  [server, browser] = await Promise.all([startServer({ DATABASE_URL }), openBrowser()]);
  const answer = await fetch(`${server.url}/api/intake`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ body: 'A request whose receipt is looked at' }),
  });
  receipt = `/intake/${((await answer.json()) as { id: string }).id}`;
});

afterAll(async () => {
  await browser.close();
  await server.stop();
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
  '/api-reference/datasets/agent-accountability-map',
  '/api-reference/a2a-and-mcp',
  '/api-reference/schemas/service-decision-receipt-schema-v1',
  '/specification',
  '/errors',
] as const;

const addressOf = (path: string): string =>
  server.url + (path === 'the receipt' ? receipt : path === 'a decision receipt' ? `/receipts/${outside}` : path);

/** What is wrong with a page as it is loaded at a width, in both schemes: between them only the colours differ. */
const faultsAt = async (width: number, address: string): Promise<string[]> => {
  const { page, context, complaints } = await openTab(browser, { viewport: { width, height: 844 } });
  const answer = await page.goto(address);
  expect(answer?.status()).toBe(200);
  const inLight = await accessibilityViolations(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  const inDark = await accessibilityViolations(page, ['color-contrast']);
  const wide = Number(await page.evaluate('document.documentElement.scrollWidth'));
  await context.close();
  return [
    ...inLight.map((one) => `light: ${one}`),
    ...inDark.map((one) => `dark: ${one}`),
    ...(wide > width ? [`${wide} pixels wide`] : []),
    ...complaints,
  ];
};

describe.each(pages)('%s', (path) => {
  test('is accessible, fits and causes no browser error, on a wide and a narrow screen, light and dark', async () => {
    const [wide, narrow] = await Promise.all([faultsAt(1280, addressOf(path)), faultsAt(390, addressOf(path))]);
    expect({ wide, narrow }).toEqual({ wide: [], narrow: [] });
  });

  test('has one main heading, a title and a description of its own', async () => {
    const { page, context } = await openTab(browser, { javaScriptEnabled: false });
    await page.goto(addressOf(path));
    expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1);
    expect(await page.title()).toContain('Agent Accountability Service');
    expect((await page.locator('meta[name=description]').getAttribute('content'))?.length).toBeGreaterThan(20);
    await context.close();
  });
});

test('an unknown address is answered with a page that links to others', async () => {
  const { page, context } = await openTab(browser);
  const answer = await page.goto(`${server.url}/no-such-page`);
  expect(answer?.status()).toBe(404);
  await page.getByRole('link', { name: 'What this service offers' }).click();
  await page.waitForURL(`${server.url}/`);
  await context.close();
});

test('an unknown receipt is answered with 404 and a readable page', async () => {
  const { page, context } = await openTab(browser);
  const answer = await page.goto(`${server.url}/intake/${'0'.repeat(24)}`);
  expect(answer?.status()).toBe(404);
  expect(answer?.headers()['cache-control']).toBe('no-store');
  await expect(page.getByRole('heading', { level: 1 }).innerText()).resolves.toBe('No request has this id');
  await context.close();
});

test('the copy button puts the hash on the clipboard', async () => {
  const { page, context } = await openTab(browser);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(addressOf('the receipt'));
  await page.getByRole('button', { name: 'Copy the hash of the receipt' }).click();
  const copied = await page.evaluate('navigator.clipboard.readText()');
  expect(copied).toMatch(/^[0-9a-f]{64}$/);
  expect(await page.locator('main').innerText()).toContain(copied);
  await context.close();
});
