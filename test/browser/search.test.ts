import { expect, test } from 'vitest';
import { accessibilityViolations } from '../support/accessibility.ts';
import { siteInBrowser } from '../support/site-in-browser.ts';

const site = siteInBrowser();
const INDEX = '/search-index.json';

test.each([390, 1280])('the header leads from any page to the records, at %i pixels', async (width) => {
  const { page, context, complaints } = await site.openTab({ viewport: { width, height: 844 } });
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.goto(`${site.url}/verify`, { waitUntil: 'networkidle' });
  expect(asked).not.toContain(INDEX);
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
  if (width < 1_000) {
    await page.getByRole('link', { name: 'Search', exact: true }).click();
    await page.getByRole('searchbox').fill('erc8004');
    await page.keyboard.press('Enter');
  } else {
    await page.getByLabel('Find a record').fill('erc8004');
    await page.getByRole('button', { name: 'Find', exact: true }).click();
  }
  // What is sent before the scripts have come has the filters in its address, too.
  await page.waitForURL(({ pathname, searchParams }) => pathname === '/search' && searchParams.get('q') === 'erc8004');
  await page.getByRole('heading', { name: /^\d+ records$/ }).waitFor();
  expect(await page.locator('[data-results] li a').first().innerText()).toBe('ERC-8004 Trustless Agents');
  expect(asked.filter((path) => path === INDEX)).toHaveLength(1);
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
  expect(await accessibilityViolations(page)).toEqual([]);
  expect(complaints).toEqual([]);
  await context.close();
});

test('a search is made, followed and kept in the address with the keyboard alone', async () => {
  const { page, context } = await site.openTab();
  await page.goto(`${site.url}/search`);
  await page.getByRole('searchbox').focus();
  await page.keyboard.type('trustless agent');
  await page.keyboard.press('Enter');
  await expect.poll(() => page.evaluate('document.activeElement.id')).toBe('results-heading');
  expect(new URL(page.url()).searchParams.get('q')).toBe('trustless agent');
  await page.keyboard.press('Tab');
  const name = await page.locator('[data-results] li a').first().innerText();
  expect(name).toBe('ERC-8004 Trustless Agents');
  await page.keyboard.press('Enter');
  await expect.poll(() => page.getByRole('heading', { level: 1 }).innerText()).toBe(name);
  await page.goBack();
  await expect.poll(() => page.locator('[data-results] li a').first().innerText()).toBe(name);
  await context.close();
});

test.each(['/search', '/governance-decision-memory'])(
  'what is typed at %s before its scripts have come is searched for and stays',
  async (path) => {
    const { page, context } = await site.openTab();
    let release = (): void => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    await page.route('**/*.js', async (route) => (await released, route.continue()));
    await page.goto(site.url + path, { waitUntil: 'commit' });
    const box = page.getByRole('main').getByRole('searchbox');
    await box.fill('mandate');
    release();
    await page.waitForLoadState();
    await page
      .getByText(/^\d+ (of \d+ )?\w+: .*mandate|^\d+ records$/)
      .first()
      .waitFor();
    expect(await box.inputValue()).toBe('mandate');
    expect(new URL(page.url()).search).toBe('?q=mandate');
    await context.close();
  },
);

test('filters narrow a search, stand in the address, and alone list what has the value', async () => {
  const { page, context } = await site.openTab();
  await page.goto(`${site.url}/search?q=registry`);
  const countOf = async () => Number.parseInt(await page.locator('#results-heading').innerText(), 10);
  await expect.poll(countOf).toBeGreaterThan(0);
  const all = await countOf();
  const chain = page.getByLabel('Chain');
  const choice = (await chain.locator('option').allInnerTexts()).find((text) => text.startsWith('Concordium ('))!;
  await chain.selectOption(choice);
  await expect.poll(countOf).toBeLessThan(all);
  expect(new URL(page.url()).searchParams.get('chain')).toMatch(/^ccd:/);
  expect(await page.locator('#results-heading').innerText()).toMatch(/^\d+ records: chain Concordium$/);
  await page.getByRole('searchbox').fill('');
  await expect.poll(countOf).toBe(Number(/\d+/.exec(choice)![0]));
  await context.close();
});

test('a search that finds nothing says so, and one that finds much shows more when asked', async () => {
  const { page, context } = await site.openTab();
  await page.goto(`${site.url}/search?q=no-such-word-anywhere`);
  await page.getByRole('heading', { name: 'No record matches' }).waitFor();
  await page.getByRole('searchbox').fill('agent');
  await page.getByRole('heading', { name: /^\d+ records$/ }).waitFor();
  const items = page.locator('[data-results] li');
  await expect.poll(() => items.count()).toBe(25);
  await page.getByRole('button', { name: 'Show more' }).click();
  expect(await items.count()).toBeGreaterThan(25);
  expect(
    await page.evaluate('document.activeElement.closest("li") === document.querySelectorAll("[data-results] li")[25]'),
  ).toBe(true);
  await context.close();
});

test('without JavaScript the form leads to the datasets, each of which lists all of its records', async () => {
  const { page, context } = await site.openTab({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } });
  await page.goto(site.url);
  await page.getByRole('searchbox').fill('base');
  await page.getByRole('button', { name: 'Check' }).click();
  await page.waitForURL('**/search?q=base');
  expect(await page.locator('main').innerText()).toContain('Searching for words needs JavaScript');
  expect(await page.getByLabel('Chain').isVisible()).toBe(false);
  await page.getByRole('main').getByRole('link', { name: 'Cross-chain agent accountability map' }).click();
  await page.getByRole('link', { name: 'ERC-8004 Trustless Agents', exact: true }).click();
  await page.waitForURL('**/agent-accountability-map/erc-8004');
  await context.close();
});
