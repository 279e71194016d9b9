import { expect, test } from 'vitest';
import { contrast } from '../../src/components/design/contrast.ts';
import { contrastPairs } from '../../src/components/design/contrast-pairs.ts';
import { schemeColours } from '../../src/components/graphics/token-inks.ts';
import { siteInBrowser } from '../support/site-in-browser.ts';

const site = siteInBrowser();

test('every colour stands out from what it stands on as far as it must, in both schemes', () => {
  expect(contrast('#ffffff', '#000000')).toBe(21);
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
  const weak = (['light', 'dark'] as const).flatMap((scheme) => {
    const colours = schemeColours(scheme);
    return contrastPairs
      .filter(({ token, on, least }) => contrast(colours.get(token)!, colours.get(on)!) < least)
      .map(({ token, on }) => `${scheme}: ${token} on ${on}`);
  });
  expect(weak).toEqual([]);
});

test('the design page is in no index', async () => {
  const answer = await fetch(`${site.url}/design`);
  expect(answer.headers.get('x-robots-tag')).toBe('noindex, nofollow');
  expect(await (await fetch(`${site.url}/sitemap.xml`)).text()).not.toContain('/design');
});

test('an address that does not exist offers the search that the home page has', async () => {
  const { page, context } = await site.openTab();
  await page.goto(`${site.url}/no-such-page`);
  await page.getByRole('searchbox', { name: 'A receipt hash, a receipt, or words' }).fill('erc-8004');
  await page.getByRole('button', { name: 'Check' }).click();
  await page.getByRole('heading', { name: /^\d+ records$/ }).waitFor();
  await context.close();
});
