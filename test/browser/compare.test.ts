import { expect, test } from 'vitest';
import { loadDocuments } from '../../src/dataset-files/load.ts';
import { layerNames } from '../../src/domain/datasets/accountability-map/record.ts';
import { layerTerms } from '../../src/domain/datasets/accountability-map/terms.ts';
import { accessibilityViolations } from '../support/accessibility.ts';
import { siteInBrowser } from '../support/site-in-browser.ts';

const site = siteInBrowser();
const { entries } = loadDocuments()['agent-accountability-map'];
const [first, second, third] = ['erc-8004', 'x402', 'eas'].map((id) => entries.find((entry) => entry.id === id)!) as [
  (typeof entries)[number],
  (typeof entries)[number],
  (typeof entries)[number],
];

test.each([true, false])(
  'systems are chosen by their boxes, and the button follows the list, with JavaScript: %s',
  async (javaScriptEnabled) => {
    const { page, complaints } = await site.openTab({ javaScriptEnabled });
    await page.goto(`${site.url}/agent-accountability-map`);
    const boxes = await page.getByRole('checkbox', { name: /^Compare / }).all();
    const ids = [];
    for (const box of boxes.slice(0, 2)) {
      await box.check();
      ids.push(await box.inputValue());
    }
    await page.evaluate('scrollTo(0, 1500)');
    const button = page.getByRole('button', { name: 'Compare', exact: true });
    const place = (await button.boundingBox())!;
    expect(place.y + place.height).toBeLessThanOrEqual(page.viewportSize()!.height);
    await button.click();
    await page.waitForURL('**/agent-accountability-map/compare?**');
    expect(new URL(page.url()).searchParams.getAll('s')).toEqual(ids);
    expect(complaints).toEqual([]);
  },
);

test.each([
  [390, true],
  [1280, true],
  [390, false],
] as const)(
  'a link compares systems layer by layer, at %i pixels, with JavaScript: %s',
  async (width, javaScriptEnabled) => {
    const { page, complaints } = await site.openTab({ viewport: { width, height: 844 }, javaScriptEnabled });
    const answer = await page.goto(`${site.url}/agent-accountability-map/compare?s=${first.id}&s=${second.id}&s=&s=`);
    expect(answer!.status()).toBe(200);
    expect(await page.getByLabel('First system').inputValue()).toBe(first.name);
    await page.evaluate('for (const each of document.querySelectorAll("details")) each.open = true');
    for (const [name, { label }] of Object.entries(layerTerms) as [keyof typeof layerTerms, { label: string }][]) {
      const row = page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: label, exact: true }) });
      for (const { layers } of [first, second]) {
        const { mechanism } = layers[name];
        if (mechanism !== undefined) expect(await row.innerText()).toContain(mechanism);
      }
    }
    await page.getByRole('link', { name: `Dispute: Partial, ${first.name}, with its sources` }).waitFor();
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
    if (javaScriptEnabled) expect(await accessibilityViolations(page)).toEqual([]);
    expect(complaints).toEqual([]);
    await page.getByLabel('Third system').fill(third.name);
    await page.getByLabel('Only layers that differ').check();
    await page.getByRole('button', { name: 'Compare' }).click();
    await page.getByRole('heading', { name: `${third.name}, compared` }).waitFor();
    const differing = layerNames.filter(
      (name) => new Set([first, second, third].map(({ layers }) => layers[name].level)).size > 1,
    );
    expect(differing.length).toBeLessThan(layerNames.length);
    expect(await page.locator('tbody').getByRole('rowheader').allInnerTexts()).toEqual(
      differing.map((name) => layerTerms[name].label),
    );
  },
);

test('a comparison of what is not there, of too many or of one says what to do, and repeats nothing', async () => {
  const { page } = await site.openTab({ javaScriptEnabled: false });
  const open = async (query: string) => {
    const answer = await page.goto(`${site.url}/agent-accountability-map/compare${query}`);
    return [answer!.status(), await page.locator('main').innerText()] as const;
  };
  const five = entries.slice(0, 5).map(({ id }) => `s=${id}`);
  const [status, text] = await open(`?${five.join('&')}&s=no-such-system`);
  expect(status).toBe(400);
  expect(text).toContain('The address names more than four systems, or one that the map does not have.');
  expect(text).not.toContain('no-such-system');
  expect((await open(`?${five.join('&')}`))[0]).toBe(400);
  expect((await open(`?s=${first.id}&s=no-such-system`))[0]).toBe(400);
  expect(await open('')).toEqual([200, expect.stringContaining('Choose two to four systems')]);
  expect(await open(`?s=${first.id}`)).toEqual([200, expect.stringContaining('Choose another system')]);
});
