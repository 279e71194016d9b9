import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { accessibilityViolations } from '../support/accessibility.ts';
import { post } from '../support/call.ts';
import { checksOf } from '../support/preview-pages.ts';
import { moves, previewPaths, workOrder } from '../support/previews.ts';
import { siteInBrowser } from '../support/site-in-browser.ts';

const site = siteInBrowser();
const PAGE = '/adjudicator-work-order-pack';

const send = (page: Page, example: string) => page.getByRole('button', { name: example }).click();
const box = (page: Page) => page.getByLabel('The order, as JSON');
const make = async (page: Page, order: string) => {
  await box(page).fill(order);
  await page.getByRole('button', { name: 'Make the pack' }).click();
};
const shownHash = (page: Page) => page.locator('[data-hash="pack_hash_sha256"] code').innerText();

test('an order becomes the pack of the address for programs, to read, to download, to verify and to run', async () => {
  const { page, complaints } = await site.openTab();
  await page.goto(site.url + PAGE);
  const order = { ...workOrder, title: 'A report on bridges' };
  await make(page, JSON.stringify(order));
  await page.getByRole('heading', { name: 'Your pack' }).waitFor();
  const { json } = await post(site.url + previewPaths.workOrder, order);
  expect(await shownHash(page)).toBe(json['pack_hash_sha256']);
  expect(JSON.parse(await page.locator('[data-json]').evaluate((code) => code.textContent))).toEqual(json);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download the work order pack' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^work-order-pack-[0-9a-f]{12}\.json$/);
  await page.getByRole('link', { name: 'Next: run this order' }).click();
  await page.getByRole('heading', { name: 'Your order: delivered as agreed' }).waitFor();
  await page.reload();
  await page.getByRole('heading', { name: 'Your order: delivered as agreed' }).waitFor();
  // Back to its pack, and forth again.
  await page.getByRole('link', { name: '2 Pack' }).click();
  await page.getByRole('heading', { name: 'Your pack' }).waitFor();
  expect(await shownHash(page)).toBe(json['pack_hash_sha256']);
  await page.getByRole('link', { name: '3 Run' }).click();
  await page.getByRole('heading', { name: 'Your order: delivered as agreed' }).waitFor();
  for (const _ of moves) await page.getByRole('button', { name: 'Next move' }).click();
  expect(await page.locator('[data-hash="work_order_hash"] code').innerText()).toBe(json['work_order_hash']);
  await page.getByRole('link', { name: 'Verify it' }).click();
  expect(await checksOf(page)).toContain('pass linked_hashes');
  expect(complaints).toEqual([]);
});

test('an example whose first move is not allowed is refused by the runner', async () => {
  const { page } = await site.openTab();
  await page.goto(site.url + PAGE);
  await send(page, 'One party on both sides');
  await page.getByRole('heading', { name: 'Your pack' }).waitFor();
  await page.getByRole('link', { name: 'Next: run this order' }).click();
  await page.locator('[data-run-refused]').getByText('two accounts').waitFor();
});

test('every problem that the service names is listed with its place, and none is left when it is mended', async () => {
  const { page } = await site.openTab({ viewport: { width: 390, height: 844 } });
  await page.goto(site.url + PAGE);
  const listed = page.locator('[data-problems] li');
  await send(page, 'An order with problems');
  await listed.first().waitFor();
  const { json } = await post(site.url + previewPaths.workOrder, JSON.parse(await box(page).inputValue()) as object);
  const problems = json['errors'] as { pointer: string; detail: string }[];
  expect(problems.length).toBeGreaterThan(2);
  expect(await listed.allInnerTexts()).toEqual(problems.map(({ pointer, detail }) => `${pointer}: ${detail}`));
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
  expect(await accessibilityViolations(page)).toEqual([]);
  await make(page, '{"title": "a", "title": "b"');
  await page.getByText('this one ends early').waitFor();
  expect(await page.locator('#work-order-pack').isVisible()).toBe(false);
  await page.reload();
  expect(await box(page).inputValue()).toBe('{"title": "a", "title": "b"');
  await send(page, 'The sample');
  await page.getByRole('heading', { name: 'Your pack' }).waitFor();
  expect(await page.locator('[data-refused]').isVisible()).toBe(false);
  expect(await page.locator('[aria-invalid]').count()).toBe(0);
});

test('a service that cannot be reached is named, what was typed stays, and a pack of another order says so', async () => {
  const { page, context } = await site.openTab();
  await page.goto(site.url + PAGE);
  await context.setOffline(true);
  await make(page, JSON.stringify(workOrder));
  await page.getByText('The service could not be reached.').waitFor();
  expect(await box(page).inputValue()).toBe(JSON.stringify(workOrder));
  await context.setOffline(false);
  await page.getByRole('button', { name: 'Make the pack' }).click();
  await page.getByText('As the service built it just now.').waitFor();
  await box(page).fill('{}');
  await page.getByText('The request has changed since this pack was made.').waitFor();
});

test('without JavaScript there is a worked example, and no form that does nothing', async () => {
  const { page } = await site.openTab({ javaScriptEnabled: false });
  await page.goto(site.url + PAGE);
  expect(await page.locator('main').getByRole('button').count()).toBe(0);
  await expect(page.locator('main').innerText()).resolves.toContain('needs JavaScript');
  expect(await shownHash(page)).toMatch(/^[0-9a-f]{64}$/);
});
