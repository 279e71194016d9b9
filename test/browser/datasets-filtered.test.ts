import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { MapDocument } from '../../src/domain/datasets/accountability-map/record.ts';
import { coveringLevels } from '../../src/domain/datasets/accountability-map/terms.ts';
import { siteInBrowser } from '../support/site-in-browser.ts';

const site = siteInBrowser();
const MAP = '/agent-accountability-map';
const FILTER = `${MAP}?layer=dispute&level=native`;

const nativeDisputes = async () => {
  const { entries } = (await (await fetch(`${site.url}/static${MAP}.json`)).json()) as MapDocument;
  return entries.filter(({ layers }) => layers.dispute.level === 'native');
};

const shownOf = (page: Page) => page.locator('[data-shown]').innerText();

test('dots and totals count the records that the list shows, and all of them again without a filter', async () => {
  const { page, complaints } = await site.openTab({
    permissions: ['clipboard-read', 'clipboard-write'],
    viewport: { width: 1280, height: 800 },
  });
  const records = await nativeDisputes();
  const receipts = records.filter(({ layers }) => coveringLevels.includes(layers.receipts.level)).length;
  await page.goto(site.url + MAP);
  const places = () =>
    page.evaluate(() => [
      document.querySelector('th .sum [data-count="?layer=receipts"]')!.textContent,
      document.querySelector('.dots li:has([href^="?layer=receipts"]) [data-total]')!.textContent,
    ]);
  const marks = () =>
    page.locator('.dots a[title]:visible').evaluateAll((titles) => titles.map((mark) => mark.getAttribute('title')!));
  const before = [await places(), await marks()];
  await page.goto(site.url + FILTER);
  expect(await places()).toEqual([String(receipts), String(receipts)]);
  const { counts } = (await (await fetch(`${site.url}/static${MAP}.json`)).json()) as MapDocument;
  const figure = page.locator('#systems-by-year');
  expect(await figure.getByRole('heading').innerText()).toContain(`Of all ${counts.present}: `);
  await figure.getByText('The whole picture:').waitFor();
  await figure.getByRole('button', { name: 'Copy link' }).click();
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(`${site.url}${FILTER}#systems-by-year`);
  const said = await marks();
  expect(said.every((says) => Number(/: (\d+)$/.exec(says)![1]) <= records.length)).toBe(true);
  const disputes = said.filter((says) => says.startsWith('Dispute, ')).map((says) => Number(/: (\d+)/.exec(says)![1]));
  expect(disputes.reduce((sum, count) => sum + count, 0)).toBe(records.length);
  await page.getByRole('button', { name: 'Show all' }).click();
  expect([await places(), await marks()]).toEqual(before);
  expect(await page.locator('[data-whole]:visible').count()).toBe(0);
  expect(complaints).toEqual([]);
});

test('what is chosen of layers together is that of one layer, and all EVM chains are one choice', async () => {
  const { page } = await site.openTab();
  const { entries } = (await (await fetch(`${site.url}/static${MAP}.json`)).json()) as MapDocument;
  const found = entries.filter(
    ({ chains, layers: { dispute } }) =>
      / eip155:/.test(` ${chains.join(' ')}`) && dispute.recorded === 'on_chain' && dispute.made_by === 'third_party',
  );
  expect(found.length).toBeGreaterThan(3);
  await page.goto(`${site.url}${MAP}?layer=dispute&recorded=on_chain&made_by=third_party&chain=eip155`);
  expect(await shownOf(page)).toBe(`${found.length} of ${entries.length} systems`);
});

test('dots stand for the records that the list shows', async () => {
  const { page } = await site.openTab({ viewport: { width: 1280, height: 800 } });
  await page.goto(`${site.url}/governance-decision-memory?outcome=pending`);
  const count = Number.parseInt(await shownOf(page), 10);
  expect(count).toBeGreaterThan(0);
  expect(await page.locator('#who-decided .dots i:visible').count()).toBe(count);
  const said = await page
    .locator('#who-decided .dots a[title]:visible')
    .evaluateAll((marks) => marks.map((mark) => mark.getAttribute('title')!));
  expect(said.reduce((sum, title) => sum + Number(/: (\d+)$/.exec(title)![1]), 0)).toBe(count);
});

test('the page of a record leads back to the list as its reader left it', async () => {
  const { page } = await site.openTab();
  await page.goto(site.url + FILTER);
  await page.locator('[data-row]:visible th a').first().click();
  await page.locator('.over').getByRole('link').click();
  await page.waitForURL(site.url + FILTER);
});

test('each filter is a chip that takes it away', async () => {
  const { page } = await site.openTab({ viewport: { width: 390, height: 844 } });
  await page.goto(`${site.url}${FILTER}&q=escrow`);
  await page.getByRole('button', { name: 'Remove the filter “escrow”' }).click();
  await page.getByRole('button', { name: 'Remove the filter layer Dispute' }).click();
  expect(new URL(page.url()).search).toBe('?level=native');
  expect(await page.locator('.chip').allInnerTexts()).toEqual(['level Native']);
  await page.goBack();
  expect(await page.locator('.chip').count()).toBe(2);
});

test('what the list shows can be taken away as CSV and as JSON, with a link to it', async () => {
  const { page, complaints } = await site.openTab({ permissions: ['clipboard-read', 'clipboard-write'] });
  const ids = (await nativeDisputes()).map(({ id }) => id);
  await page.goto(site.url + FILTER);
  await page.getByText(`Download these ${ids.length}:`).waitFor();
  const take = async (form: string): Promise<string> => {
    const coming = page.waitForEvent('download');
    await page.locator('[data-take]').getByRole('link', { name: form }).click();
    const download = await coming;
    expect(download.suggestedFilename()).toBe(`agent-accountability-map-${ids.length}.${form.toLowerCase()}`);
    return readFile(await download.path(), 'utf8');
  };
  const { entries, list, license } = JSON.parse(await take('JSON')) as Record<string, unknown>;
  expect((entries as { id: string }[]).map(({ id }) => id)).toEqual(ids);
  expect([list, license]).toEqual([site.url + FILTER, 'CC-BY-4.0']);
  const whole = await (await fetch(`${site.url}/data${MAP}.csv`)).text();
  const rows = (await take('CSV')).trimEnd();
  expect(whole.startsWith(rows.slice(0, rows.indexOf('\n') + 1))).toBe(true);
  expect([...rows.matchAll(/^([a-z0-9-]+),/gm)].map(([, id]) => id).slice(1)).toEqual(ids);
  await page.getByRole('button', { name: 'Copy link to this list' }).click();
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(site.url + FILTER);
  expect(complaints).toEqual([]);
});

test('a filter or a value that there is not is said, and does not stay', async () => {
  const { page } = await site.openTab();
  await page.goto(`${site.url}${MAP}?layr=dispute&kind=nothing&q=escrow`);
  await page
    .locator('form[data-filter]')
    .getByText('This list has no filter “layr”, so it is ignored. Nothing here has “nothing” as its kind')
    .waitFor();
  expect(await page.locator('.chip').allInnerTexts()).toEqual(['“escrow”']);
  await page.getByRole('button', { name: 'Show all' }).click();
  expect(new URL(page.url()).search).toBe('');
  expect(await page.getByText('This list has no filter').count()).toBe(0);
  await page.goto(`${site.url}${MAP}/compare?s=x402&s=x402`);
  await page.getByText('A system was chosen twice, and is shown once.').waitFor();
  const names = await page
    .locator('#systems option')
    .evaluateAll((options) => options.map((one) => String(one.getAttribute('value'))));
  const { compare } = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });
  expect(names).toEqual(names.toSorted(compare));
});

test.each([
  [390, 844, 100],
  [390, 844, 200],
  [1280, 800, 100],
  [1280, 800, 200],
])(
  'at %i by %i pixels and text of %i per cent, the bar takes at most a quarter of the screen',
  async (width, height, text) => {
    const { page } = await site.openTab({ viewport: { width, height } });
    for (const path of [FILTER, '/governance-decision-memory?outcome=pending', '/verified-agent-observatory']) {
      await page.goto(site.url + path);
      await page.evaluate((size) => void (document.documentElement.style.fontSize = `${size}%`), text);
      await page.locator('[data-row]:visible').nth(3).scrollIntoViewIfNeeded();
      const { y, height: taken } = (await page.locator('form[data-filter]').boundingBox())!;
      expect([path, Math.max(0, y + taken) <= height / 4 + 1]).toEqual([path, true]);
    }
  },
);
