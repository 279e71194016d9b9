import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { siteInBrowser } from '../support/site-in-browser.ts';

const site = siteInBrowser();

/** The names of the records that a dataset page shows, from top to bottom. */
const visibleNames = (page: Page): Promise<string[]> => page.locator('[data-row]:visible th a').allInnerTexts();

const { compare: byName } = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** What the cells of the map say, from what covers a layer most. */
const RANKED = ['Native', 'Partial', 'Extension', '–', '?'];

interface Layer {
  readonly level: string;
  readonly sources?: readonly { readonly url: string; readonly locator: string }[];
}
interface MapDocument {
  readonly entries: readonly {
    readonly id: string;
    readonly name: string;
    readonly layers: Readonly<Record<string, Layer>>;
  }[];
}

test('a filter in the address shows the matching records, and the address follows the filter', async () => {
  const { page, complaints } = await site.openTab();
  const { entries } = (await (await fetch(`${site.url}/static/agent-accountability-map.json`)).json()) as MapDocument;
  const native = entries
    .filter(({ layers }) => layers['dispute']?.level === 'native')
    .map(({ name }) => name)
    .toSorted(byName);
  expect(native.length).toBeGreaterThan(0);
  await page.goto(`${site.url}/agent-accountability-map?layer=dispute&level=native`);
  expect(await visibleNames(page)).toEqual(native);
  expect(await page.locator('[data-shown]').innerText()).toBe(`${native.length} of ${entries.length} systems`);
  expect(await page.locator('.chip').allInnerTexts()).toEqual(['layer Dispute', 'level Native']);

  await page.getByLabel('Search', { exact: true }).fill('no such system anywhere');
  await page.getByText('No system matches.').waitFor();
  expect(await visibleNames(page)).toEqual([]);
  expect(new URL(page.url()).searchParams.get('q')).toBe('no such system anywhere');

  await page.getByRole('button', { name: 'Show all' }).click();
  expect(await visibleNames(page)).toHaveLength(20);
  expect(await page.locator('[data-shown]').innerText()).toBe(`${entries.length} systems`);
  expect(new URL(page.url()).search).toBe('');
  expect(complaints).toEqual([]);
});

test.each([390, 720, 1280])(
  'a filtered list opens at its heading, right below the bar, at %i pixels',
  async (width) => {
    const { page } = await site.openTab({ viewport: { width, height: 844 } });
    await page.goto(`${site.url}/agent-accountability-map?layer=dispute&level=native`);
    const bar = (await page.locator('form[data-filter]').boundingBox())!;
    const heading = (await page.locator('#records-heading').boundingBox())!;
    expect(bar.y).toBe(0);
    expect(heading.y).toBeGreaterThanOrEqual(bar.height);
    expect(heading.y).toBeLessThan(200);
  },
);

test('each choice is a step: going back and forward brings the former filters, their rows and their words', async () => {
  const { page } = await site.openTab();
  await page.goto(`${site.url}/governance-decision-memory`);
  const said = async () => (await page.locator('[data-shown], .chip').allInnerTexts()).join(', ');
  const all = await said();
  await page.getByLabel('Outcome').selectOption('pending');
  const pending = await said();
  expect(pending).toMatch(/^\d+ of \d+ decisions, outcome Pending$/);
  await page.getByLabel('Decided in').selectOption('2026-q3');
  const both = await said();
  expect(both).toMatch(/^\d+ of \d+ decisions, decided in 2026 Q3, outcome Pending$/);
  const rows = await visibleNames(page);
  expect(rows).toHaveLength(Number.parseInt(both, 10));
  await page.goBack();
  expect(await said()).toBe(pending);
  await page.goBack();
  expect(await said()).toBe(all);
  expect(await page.getByLabel('Outcome').inputValue()).toBe('');
  await page.goForward();
  await page.goForward();
  expect(await said()).toBe(both);
  expect(await visibleNames(page)).toEqual(rows);
});

test.each([390, 1280])('at %i pixels twenty rows are shown, twenty more if asked, all on paper', async (width) => {
  const { page } = await site.openTab({ viewport: { width, height: 844 } });
  await page.goto(`${site.url}/governance-decision-memory`);
  const rows = page.locator('[data-row]');
  const count = await rows.count();
  await expect.poll(async () => (await visibleNames(page)).length).toBe(20);
  expect(Number(await page.evaluate('document.documentElement.scrollHeight'))).toBeLessThan(12_000);
  await page.getByRole('button', { name: 'Show more' }).click();
  const shown = await visibleNames(page);
  expect(shown).toHaveLength(40);
  expect(await page.evaluate('document.activeElement.textContent')).toBe(shown[20]);
  await rows.nth(30).getByRole('link').first().click();
  await page.waitForURL(/decision-memory\/./);
  await page.goBack();
  await expect.poll(() => visibleNames(page)).toEqual(shown);
  await page.emulateMedia({ media: 'print' });
  expect(await visibleNames(page)).toHaveLength(count);
  expect(await page.getByLabel('Search', { exact: true }).isVisible()).toBe(false);
  expect(await page.locator('figure.chart').first().isVisible()).toBe(true);
});

test.each([390, 1280])('every cell of the map leads to its layer with the source, at %i pixels', async (width) => {
  const { page } = await site.openTab({ viewport: { width, height: 900 } });
  const { entries } = (await (await fetch(`${site.url}/static/agent-accountability-map.json`)).json()) as MapDocument;
  await page.goto(`${site.url}/agent-accountability-map`);
  const more = page.getByRole('button', { name: 'Show more' });
  while (await more.isVisible()) await more.click();
  await expect(page.locator('[data-row] td .cover:visible').count()).resolves.toBe(entries.length * 8);
  await page.locator('[data-id="erc-8004"]').getByRole('link', { name: 'Anchoring: Partial' }).click();
  await page.waitForURL('**/agent-accountability-map/erc-8004#anchoring');
  const { sources = [] } = entries.find(({ id }) => id === 'erc-8004')!.layers['anchoring']!;
  expect(sources.length).toBeGreaterThan(1);
  for (const { url, locator } of sources) {
    const place = page.locator('#anchoring').getByRole('link', { name: locator, exact: true });
    expect(await place.getAttribute('href')).toBe(url);
    expect(url).toMatch(
      /^https:\/\/github\.com\/ethereum\/ERCs\/blob\/[0-9a-f]{40}\/ERCS\/erc-8004\.md(\?plain=1)?#\S/,
    );
  }
});

test.each(['verified-agent-observatory', 'agent-accountability-map', 'governance-decision-memory'])(
  'without JavaScript %s shows every record, to be downloaded too, and no control that needs a script',
  async (dataset) => {
    const { page } = await site.openTab({ javaScriptEnabled: false });
    const { entries } = (await (await fetch(`${site.url}/static/${dataset}.json`)).json()) as { entries: unknown[] };
    await page.goto(`${site.url}/${dataset}?q=nothing`);
    expect(await visibleNames(page)).toHaveLength(entries.length);
    expect(await page.getByLabel('Search', { exact: true }).isVisible()).toBe(false);
    const coming = page.waitForEvent('download');
    await page.locator('[data-take]').getByRole('link', { name: 'CSV' }).click();
    expect((await coming).suggestedFilename()).toBe(`${dataset}.csv`);
  },
);

test.each([390, 1280])('a very long word in a filter fits on the page, at %i pixels', async (width) => {
  const { page } = await site.openTab({ viewport: { width, height: 844 } });
  const word = 'W'.repeat(300);
  await page.goto(`${site.url}/agent-accountability-map?q=${word}`);
  await page.locator('.chip').getByText(word).waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
});

test('a head sorts by its column, in its orders one after the other, and the address follows', async () => {
  const { page, complaints } = await site.openTab();
  await page.goto(`${site.url}/agent-accountability-map?kind=registry`);
  const usual = await visibleNames(page);
  const header = page.getByRole('columnheader', { name: 'System', exact: true });
  const button = header.getByRole('button');
  expect(await header.getAttribute('aria-sort')).toBe('ascending');
  expect(usual).toEqual(usual.toSorted(byName));

  await button.focus();
  await page.keyboard.press('Enter');
  expect(await visibleNames(page)).toEqual(usual.toReversed());
  expect(await header.getAttribute('aria-sort')).toBe('descending');
  expect(new URL(page.url()).search).toBe('?kind=registry&sort=-name');

  await button.click();
  expect(await visibleNames(page)).toEqual(usual);
  expect(await header.getAttribute('aria-sort')).toBe('ascending');
  expect(new URL(page.url()).search).toBe('?kind=registry');

  await page.getByRole('columnheader', { name: 'Dispute' }).getByRole('button').click();
  const levels = await page.locator('[data-row]:visible td:nth-child(7) .cover').allInnerTexts();
  expect(levels).toEqual(levels.toSorted((a, b) => RANKED.indexOf(a) - RANKED.indexOf(b)));
  expect(new URL(page.url()).search).toBe('?kind=registry&sort=-dispute');
  expect(complaints).toEqual([]);
});

test('the address sets the order: oldest decisions first, undated ones last in both orders', async () => {
  const { page } = await site.openTab();
  const dates = () =>
    page
      .locator('[data-row] td:nth-child(2)')
      .evaluateAll((cells) => cells.map((cell) => cell.getAttribute('data-value')));
  await page.goto(`${site.url}/governance-decision-memory`);
  const header = page.getByRole('columnheader', { name: 'Date', exact: true });
  expect(await header.getAttribute('aria-sort')).toBe('descending');
  expect((await dates()).at(-1)).toBe('');
  await page.goto(`${site.url}/governance-decision-memory?sort=date`);
  expect(await header.getAttribute('aria-sort')).toBe('ascending');
  const shown = await dates();
  const dated = shown.filter((date) => date !== '');
  expect(dated).toEqual(dated.toSorted());
  expect(shown.slice(dated.length)).toEqual(shown.filter((date) => date === ''));
});

test('without room for headers, one select sorts, and going back brings the former order', async () => {
  const { page } = await site.openTab({ viewport: { width: 390, height: 844 } });
  await page.goto(`${site.url}/verified-agent-observatory`);
  const usual = await visibleNames(page);
  await page.getByLabel('Sort by').selectOption('Last seen first');
  expect(new URL(page.url()).searchParams.get('sort')).toBe('-seen');
  const days = await page
    .locator('[data-row]:visible td:nth-child(5)')
    .evaluateAll((cells) => cells.map((cell) => cell.dataset['value']!));
  expect(days[0]).not.toBe('');
  expect(days).toEqual(days.toSorted().toReversed());
  await page.goBack();
  expect(await visibleNames(page)).toEqual(usual);
  expect(await page.getByLabel('Sort by').inputValue()).toBe('name');
});
