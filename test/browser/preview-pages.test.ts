import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Tab } from '../support/browser.ts';
import { call } from '../support/call.ts';
import { checksOf, previews } from '../support/preview-pages.ts';
import { siteInBrowser } from '../support/site-in-browser.ts';

const site = siteInBrowser();
/** A receipt that the service ships. */
const hash = '6b7a8c7d7078425e7d8cbefc0e0ba06ac22cbff399062a52b163c2defb58fb8b';

/** One tab for the pages as they are without JavaScript, which keeps nothing from one to the next. */
let plain: Tab;
beforeAll(async () => void (plain = await site.keepTab({ javaScriptEnabled: false })));
afterAll(() => plain.context.close());

test.each(previews)('%s has its tool before its explanations, on a phone too', async (path) => {
  const { page } = await site.openTab({ viewport: { width: 390, height: 844 } });
  await page.goto(site.url + path);
  const tool = (await page.locator('main section').first().boundingBox())!;
  const explained = (await page.locator('.fold:has(#boundaries), h2#boundaries').first().boundingBox())!;
  expect(tool.y).toBeLessThan(500);
  expect(explained.y).toBeGreaterThan(tool.y + tool.height);
  expect(await page.getByLabel('Private preview').innerText()).toContain('Private preview');
});

test.each([
  ['/adjudicator-evidence-pack', ['schema', 'commands', 'dispute']],
  ['/adjudicator-work-order-pack', ['schema', 'commands']],
  ['/adjudicator-work-order-runner', ['states', 'verdict', 'contract', 'commands']],
])('%s folds what is looked up, and a link to a place in it opens it, without JavaScript too', async (path, places) => {
  const { page } = plain;
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(site.url + path);
  expect(await page.evaluate('document.documentElement.scrollHeight')).toBeLessThan(8_000);
  for (const place of places) {
    const target = page.locator(`[id="${place}"]`);
    expect(await target.isVisible(), place).toBe(false);
    await page.goto(`${site.url}${path}#${place}`);
    expect(await target.isVisible(), place).toBe(true);
    await page.goto(site.url + path);
  }
});

describe('an evidence pack', () => {
  test('of a hash or of a published receipt is shown in two steps, to read, to copy and to download', async () => {
    const { page, complaints } = plain;
    await page.goto(`${site.url}/adjudicator-evidence-pack`);
    await page.getByLabel('Receipt hash').fill(hash);
    await page.getByRole('button', { name: 'Show the pack' }).click();
    await expect(page.locator('main').innerText()).resolves.toContain('receipt demonstration-accepted');
    const download = page.getByRole('link', { name: 'Download the evidence pack' });
    const { json } = await call(site.url + (await download.getAttribute('href'))!);
    expect(JSON.parse(await page.locator('[data-json]').evaluate((code) => code.textContent))).toMatchObject({
      adjudication_question: json['adjudication_question'],
    });
    await page.goto(`${site.url}/adjudicator-evidence-pack`);
    await page.getByRole('link', { name: 'published here' }).click();
    await page.getByRole('link', { name: 'Accepted: Desk lamp', exact: true }).click();
    await page.getByRole('link', { name: 'The pack as a page' }).click();
    expect(await page.getByLabel('Receipt hash').inputValue()).toBe(hash);
    expect(complaints).toEqual([]);
  });

  test('of a dispute is made from JSON, and verifies', async () => {
    const { page, complaints } = await site.openTab();
    await page.goto(`${site.url}/adjudicator-evidence-pack#dispute`);
    await page.getByRole('button', { name: 'With evidence' }).click();
    await page.getByRole('heading', { name: 'Your pack' }).waitFor();
    const pack = page.locator('#dispute-pack');
    expect(await pack.locator('[data-json]').evaluate((code) => code.textContent)).toContain('This was not ordered.');
    await pack.getByRole('link', { name: 'Verify it' }).click();
    expect(await checksOf(page)).toContain('pass linked_hashes');
    expect(complaints).toEqual([]);
  });
});
