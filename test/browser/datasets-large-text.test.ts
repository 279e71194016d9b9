import { expect, test } from 'vitest';
import { siteInBrowser } from '../support/site-in-browser.ts';

const site = siteInBrowser();

test.each([
  '/verified-agent-observatory',
  '/agent-accountability-map',
  '/governance-decision-memory',
  '/search',
  '/verified-agent-observatory/agent-laplace',
  '/agent-accountability-map/erc-8004',
  '/governance-decision-memory/concordium-protocol-update-9',
  '/agent-accountability-map/compare?s=erc-8004&s=x402',
])('%s: text twice as large fits, folded parts included, at 390 and 1280 pixels', async (path) => {
  const { page, context } = await site.openTab({ viewport: { width: 390, height: 844 } });
  await page.goto(site.url + path);
  await page.evaluate("document.documentElement.style.fontSize = '200%'");
  await page.evaluate("document.querySelectorAll('details').forEach((each) => { each.open = true; })");
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 844 });
    // What scrolls within its own frame may be wide: a table of numbers, a command.
    const wide = await page.locator('main *').evaluateAll((all) =>
      all
        .filter((each) => each.getBoundingClientRect().right > innerWidth + 1)
        .filter((each) => !each.closest('.scroll, pre, .visually-hidden, [aria-hidden=true]'))
        .map((each) => `${each.tagName} ${each.textContent.trim().slice(0, 40)}`),
    );
    expect(wide, `${width} pixels`).toEqual([]);
  }
  await context.close();
});
