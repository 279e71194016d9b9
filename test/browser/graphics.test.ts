import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { receiptHash } from '../../src/domain/receipts/published-receipt.ts';
import { shippedReceipts } from '../support/receipts.ts';
import { siteInBrowser } from '../support/site-in-browser.ts';
import { storeWithAnchors } from '../support/stored-anchors.ts';

const anchored = receiptHash(shippedReceipts['demonstration-accepted']!);
const site = siteInBrowser(async () => ({ DATABASE_URL: await storeWithAnchors({ confirmed: [anchored] }) }));

/** The meaning of each ring of the first seal in a part of a page, the inner one first. */
const ringsIn = async (page: Page, part: string): Promise<string[]> => {
  const rings = await page.locator(`${part} .seal`).first().locator('circle').all();
  const strokes = await Promise.all(rings.map((ring) => ring.getAttribute('stroke')));
  return strokes.map((stroke) => stroke!.slice('var(--'.length, -1));
};

test('the outer ring of a receipt closes when its anchor is found, and the answer beside it says so', async () => {
  const { page, context } = await site.openTab();
  await page.goto(`${site.url}/receipts/${anchored}`);
  await expect.poll(() => page.locator('[data-answer="since_when"] strong').innerText()).toBe('pass');
  expect(await ringsIn(page, 'main')).toEqual(['proven', 'proven', 'proven']);
  await context.close();
});

test('without JavaScript, the outer ring stays open', async () => {
  const { page, context } = await site.openTab({ javaScriptEnabled: false });
  await page.goto(`${site.url}/receipts/${anchored}`);
  expect(await ringsIn(page, 'main')).toEqual(['proven', 'proven', 'stated']);
  await context.close();
});

test('the seal of the verifier closes for what holds and breaks for what does not', async () => {
  const { page, context } = await site.openTab();
  await page.goto(`${site.url}/verify`);
  const receipt = await (await fetch(`${site.url}/data/decision-receipts/${anchored}.json`)).text();
  const verify = async (text: string): Promise<string[]> => {
    await page.locator('#document').fill(text);
    await page.getByRole('button', { name: 'Verify', exact: true }).click();
    await page.locator('[data-result]').waitFor();
    return ringsIn(page, '[data-result]');
  };
  expect(await verify(receipt)).toEqual(['proven', 'proven', 'stated']);
  const forged = await verify(receipt.replace('"accepted"', '"rejected"'));
  expect(forged[0]).toBe('refuted');
  expect(forged).not.toContain('proven');
  await context.close();
});

test('an evidence pack and an anchor show what is proven of the receipt, ring by ring', async () => {
  const { page, context } = await site.openTab();
  await page.goto(`${site.url}/adjudicator-evidence-pack/pack?hash=${anchored}`);
  expect(await ringsIn(page, 'main')).toEqual(['proven', 'proven', 'stated']);
  await page.goto(`${site.url}/agent-acceptance-anchor?hash=${anchored}`);
  expect(await ringsIn(page, 'main')).toEqual(['stated', 'stated', 'proven']);
  await context.close();
});
