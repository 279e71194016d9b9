import { expect, test } from 'vitest';
import { siteInBrowser } from '../support/site-in-browser.ts';

const site = siteInBrowser();
const phone = { viewport: { width: 390, height: 844 } };

interface Observatory {
  readonly entries: readonly {
    readonly name: string;
    readonly verifiable: readonly { readonly result: string }[];
    readonly observation: { readonly observed_at?: string };
  }[];
}

test('a phone shows of each record of the observatory how many checks were run and when it was last seen', async () => {
  const { page } = await site.openTab(phone);
  const { entries } = (await (await fetch(`${site.url}/static/verified-agent-observatory.json`)).json()) as Observatory;
  await page.goto(`${site.url}/verified-agent-observatory`);
  for (const row of await page.locator('[data-row]:visible').all()) {
    const name = await row.locator('th a').innerText();
    const { verifiable, observation } = entries.find((entry) => entry.name === name)!;
    const run = verifiable.filter(({ result }) => result === 'pass' || result === 'fail').length;
    const cells = row.locator('.brief[data-label]:visible');
    expect(await cells.allInnerTexts()).toEqual([
      `${run} of ${verifiable.length}`,
      expect.stringContaining(observation.observed_at ?? 'undated'),
    ]);
  }
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
});

test('the filters of the map say what a system without an ecosystem is, and offer all networks of ERC-8004', async () => {
  const { page } = await site.openTab();
  await page.goto(`${site.url}/agent-accountability-map`);
  expect(await page.getByLabel('Ecosystem').locator('option').allInnerTexts()).toContainEqual(
    expect.stringMatching(/^No ecosystem \(\d+\)$/),
  );
  const choices = await page.getByLabel('Chain', { exact: true }).locator('option').allInnerTexts();
  for (const network of ['Robinhood Chain', 'Billions', 'Injective', '0G']) {
    const choice = choices.find((text) => text.startsWith(`${network} (`));
    expect(choice, network).toBeDefined();
    await page.getByLabel('Chain', { exact: true }).selectOption(choice!);
    expect(await page.locator('[data-row]:visible th a').allInnerTexts()).toContain('ERC-8004 Trustless Agents');
  }
});
