import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { accessibilityViolations } from '../support/accessibility.ts';
import { post } from '../support/call.ts';
import { checksOf } from '../support/preview-pages.ts';
import { previewPaths, workOrder } from '../support/previews.ts';
import { siteInBrowser } from '../support/site-in-browser.ts';

const site = siteInBrowser();
const PAGE = '/adjudicator-work-order-pack';

const fillIn = (page: Page, example: string) => page.getByRole('button', { name: example }).click();
const yourPack = (page: Page) => page.getByRole('heading', { name: 'Your pack' }).waitFor();
const shownHash = (page: Page) => page.locator('[data-hash="pack_hash_sha256"] code').innerText();
/** What the page says that it sends. */
const request = async (page: Page): Promise<unknown> =>
  JSON.parse(await page.locator('[data-request]').evaluate((code) => code.textContent));

test('an order from the fields becomes the pack of the address for programs, to read, to download and to verify', async () => {
  const { page, context, complaints } = await site.openTab({ acceptDownloads: true });
  await page.goto(site.url + PAGE);
  await page.getByLabel('Title').fill('A report on bridges');
  await page.getByRole('button', { name: 'Remove criterion 3' }).click();
  await page.getByRole('button', { name: 'Add a criterion' }).click();
  await page.locator('[data-criterion]').nth(2).getByLabel('Condition').fill('Every bridge is named.');
  await page.locator('[data-criterion]').nth(2).getByLabel('Id', { exact: true }).fill('names');
  await page.locator('[data-criterion]').nth(2).getByLabel('Evidence that counts').fill('message, test_report');
  await page.getByRole('button', { name: 'Make the pack' }).click();
  await yourPack(page);
  const { json } = await post(site.url + previewPaths.workOrder, await request(page));
  expect(await shownHash(page)).toBe(json['pack_hash_sha256']);
  expect(await page.locator('[data-out="title"]').innerText()).toBe('A report on bridges');
  expect(await page.locator('[data-criterion-row]').last().innerText()).toContain('message, test_report');
  expect(await page.locator('[data-next-move]').innerText()).toContain('would be allowed');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download the work order pack' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^work-order-pack-[0-9a-f]{12}\.json$/);
  await page.getByRole('link', { name: 'Verify it' }).click();
  expect(await checksOf(page)).toContain('pass linked_hashes');
  expect(complaints).toEqual([]);
  await context.close();
});

test('an example whose first move is refused says which guard refuses it', async () => {
  const { page, context } = await site.openTab();
  await page.goto(site.url + PAGE);
  await fillIn(page, 'One party on both sides');
  await yourPack(page);
  expect(await page.locator('[data-next-move]').innerText()).toMatch(/would be refused[^]*parties_are_distinct: /);
  await fillIn(page, 'A must without evidence');
  await page.locator('[data-next-move]').getByText('must_criteria_have_evidence_rules').waitFor();
  await fillIn(page, 'The sample order');
  await page.locator('[data-next-move]').getByText('would be allowed').waitFor();
  await context.close();
});

test('every problem is listed and stands at its field, and none is left when it is mended', async () => {
  const { page, context, complaints } = await site.openTab({ viewport: { width: 390, height: 844 } });
  await page.goto(site.url + PAGE);
  await fillIn(page, 'An order with problems');
  const box = page.locator('[data-refused-order]');
  await box.waitFor();
  const sent = await request(page);
  const { json } = await post(site.url + previewPaths.workOrder, sent);
  const problems = json['errors'] as { pointer: string }[];
  expect(problems.length).toBeGreaterThan(3);
  expect(await box.locator('li').count()).toBe(problems.length);
  for (const { pointer } of problems)
    expect(await page.locator(`[data-problem-of="${pointer}"]`).isVisible(), pointer).toBe(true);
  expect(await page.locator('[aria-invalid="true"]').count()).toBe(problems.length - 1);
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
  expect(await accessibilityViolations(page)).toEqual([]);
  await fillIn(page, 'The sample order');
  await yourPack(page);
  expect(await box.isVisible()).toBe(false);
  expect(await page.locator('[aria-invalid]').count()).toBe(0);
  expect(complaints).toEqual([]);
  await context.close();
});

describe('an order that is pasted as JSON', () => {
  const paste = async (page: Page, text: string): Promise<void> => {
    const box = page.getByLabel('Order, as programs send it');
    if (!(await box.isVisible())) await page.getByText('Paste an order as JSON').click();
    await box.fill(text);
    await page.getByRole('button', { name: 'Fill in the form' }).click();
  };

  test('fills in the form and becomes the pack of the address for programs', async () => {
    const { page, context, complaints } = await site.openTab();
    await page.goto(site.url + PAGE);
    const order = {
      ...workOrder,
      title: 'Pasted as it is',
      escrow: { ...workOrder.escrow, deadline: '2031-05-06T07:08:09Z' },
    };
    await paste(page, JSON.stringify(order));
    await yourPack(page);
    expect(await page.getByLabel('Title').inputValue()).toBe('Pasted as it is');
    expect(await request(page)).toEqual(order);
    const { json } = await post(site.url + previewPaths.workOrder, order);
    expect(await shownHash(page)).toBe(json['pack_hash_sha256']);
    expect(await page.getByText('writes this order a little differently').isVisible()).toBe(false);
    await paste(page, JSON.stringify({ ...order, title: ' Pasted with a space' }));
    await page.getByText('writes this order a little differently').waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  });

  test('has every problem named that the service names, also of what has no field', async () => {
    const { page, context } = await site.openTab();
    await page.goto(site.url + PAGE);
    const problems = page.locator('[data-problems] li');
    const { client: _, ...order } = workOrder;
    const wrong = { ...order, title: 7, extra: true, escrow: { ...order.escrow, deadline: 'tomorrow' } };
    const { json } = await post(site.url + previewPaths.workOrder, wrong);
    const named = json['errors'] as { pointer: string; detail: string }[];
    expect(named.length).toBeGreaterThan(3);
    await paste(page, JSON.stringify(wrong));
    await problems.first().waitFor();
    const listed = await problems.allInnerTexts();
    expect(listed).toHaveLength(named.length);
    for (const [at, { detail }] of named.entries()) expect(listed[at]).toContain(detail);
    expect(await page.getByLabel('Title').inputValue()).toBe('7');

    await paste(page, '{"title": "a", "title": "b"');
    await page.getByText('this one ends early').waitFor();
    expect(await page.getByLabel('Title').inputValue()).toBe('7');
    await context.close();
  });
});

test('a service that cannot be reached is named, and what was typed stays', async () => {
  const { page, context } = await site.openTab();
  await page.goto(site.url + PAGE);
  await fillIn(page, 'The sample order');
  await yourPack(page);
  const before = await shownHash(page);
  await page.getByLabel('Title').fill('Typed without a network');
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Make the pack' }).click();
  await page.getByText('The service could not be reached.').waitFor();
  expect(await page.getByLabel('Title').inputValue()).toBe('Typed without a network');
  expect(await shownHash(page)).toBe(before);
  await context.close();
});

test('without JavaScript there is a worked example, and no form that does nothing', async () => {
  const { page, context } = await site.openTab({ javaScriptEnabled: false });
  await page.goto(site.url + PAGE);
  expect(await page.locator('main').getByRole('button').count()).toBe(0);
  await expect(page.locator('main').innerText()).resolves.toContain('needs JavaScript');
  expect(await page.locator('[data-criterion-row]:visible').count()).toBe(3);
  await context.close();
});
