import { expect, test } from 'vitest';
import { accessibilityViolations } from '../support/accessibility.ts';
import { siteInBrowser } from '../support/site-in-browser.ts';

const site = siteInBrowser();

test.each([
  [390, true],
  [1280, true],
  [1280, false],
])('the header leads from any page to what matches, at %i pixels, JavaScript %s', async (width, javaScriptEnabled) => {
  const { page, complaints } = await site.openTab({ viewport: { width, height: 844 }, javaScriptEnabled });
  await page.goto(`${site.url}/verify`);
  if (width < 1_000) {
    await page.getByRole('link', { name: 'Search', exact: true }).click();
    await page.getByRole('searchbox').fill('erc8004 registry');
    await page.keyboard.press('Enter');
  } else {
    await page.getByLabel('Search everything').fill('erc8004 registry');
    await page.getByRole('button', { name: 'Find', exact: true }).click();
  }
  await page.waitForURL('**/find?q=erc8004*');
  expect(await page.locator('#results-heading').innerText()).toMatch(/^\d+ results$/);
  const first = page.locator('ol.rows li').first();
  expect(await first.locator('a').innerText()).toBe('ERC-8004 Trustless Agents');
  expect(await first.locator('mark').first().innerText()).toBe('ERC');
  if (!javaScriptEnabled) return;
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
  expect(await accessibilityViolations(page)).toEqual([]);
  expect(complaints).toEqual([]);
});

test('the key / leads to the search of each page, but not from a field; a document never leaves the browser', async () => {
  const { page } = await site.openTab({ viewport: { width: 1280, height: 800 } });
  for (const path of ['/', '/receipts', '/find']) {
    await page.goto(site.url + path, { waitUntil: 'networkidle' });
    await page.keyboard.press('/');
    expect(await page.evaluate('document.activeElement.name')).toBe('q');
    await page.keyboard.press('/');
    expect(await page.evaluate('document.activeElement.value')).toBe('/');
  }
  await page.goto(`${site.url}/receipts`, { waitUntil: 'networkidle' });
  await page.getByLabel('Search everything').fill('{"schema":"x"}');
  await page.keyboard.press('Enter');
  await page.locator('[data-words]').getByText('This is JSON, but not a document').waitFor();
  expect(page.url()).toBe(`${site.url}/verify`);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${site.url}/agent`, { waitUntil: 'networkidle' });
  await page.keyboard.press('/');
  await page.waitForURL('**/find');
});

test('a search goes on page by page, keeps to a kind, and says that nothing was found', async () => {
  const { page } = await site.openTab();
  await page.goto(`${site.url}/find?q=agent`);
  const names = () => page.locator('ol.rows li > a').allInnerTexts();
  const first = await names();
  expect(first).toHaveLength(20);
  await page.getByRole('link', { name: 'Next' }).click();
  await page.waitForURL('**from=20');
  expect((await names()).filter((name) => first.includes(name)).length).toBeLessThan(20);
  await page.getByLabel('Search in').selectOption('Error codes');
  await page.getByRole('searchbox').fill('store');
  await page.keyboard.press('Enter');
  await page.waitForURL('**in=errors');
  expect(await page.locator('ol.rows .sub').allInnerTexts()).toSatisfy((texts: string[]) =>
    texts.every((text) => text.startsWith('Error ')),
  );
  await page.getByRole('searchbox').fill('qzxqzx');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Nothing matches' }).waitFor();
});

test('what is typed in a list before its scripts have come is searched for and stays', async () => {
  const { page } = await site.openTab();
  let release = (): void => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/*.js', async (route) => (await released, route.continue()));
  await page.goto(`${site.url}/governance-decision-memory`, { waitUntil: 'commit' });
  const box = page.getByRole('main').getByRole('searchbox');
  await box.fill('mandate');
  release();
  await page.waitForLoadState();
  await page.getByText(/^\d+ of \d+ decisions$/).waitFor();
  expect(await box.inputValue()).toBe('mandate');
  expect(new URL(page.url()).search).toBe('?q=mandate');
});
