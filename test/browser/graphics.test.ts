import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { receiptHash } from '../../src/domain/receipts/published-receipt.ts';
import { shippedReceipts } from '../support/receipts.ts';
import { siteInBrowser } from '../support/site-in-browser.ts';
import { storeWithAnchors } from '../support/stored-anchors.ts';

const anchored = receiptHash(shippedReceipts['demonstration-accepted']!);
const notAnchored = receiptHash(shippedReceipts['demonstration-rejected']!);
const site = siteInBrowser(async () => ({ DATABASE_URL: await storeWithAnchors(anchored) }));

/** The meaning of each ring of the first seal in a part of a page, the inner one first. */
const ringsIn = async (page: Page, part: string): Promise<string[]> => {
  const rings = await page.locator(`${part} .seal`).first().locator('circle').all();
  const strokes = await Promise.all(rings.map((ring) => ring.getAttribute('stroke')));
  return strokes.map((stroke) => stroke!.slice('var(--'.length, -1));
};

test.each([
  ['is anchored', anchored, true, 'Anchored on testnet', 'pass', 'proven'],
  ['is not anchored', notAnchored, true, 'No anchor is known here', 'unverified', 'stated'],
  ['is not looked up, without JavaScript', anchored, false, 'Not looked up here', 'unverified', 'stated'],
] as const)(
  'the page of a receipt that %s says so, and so does the outer ring',
  async (...[, hash, javaScriptEnabled, words, result, ring]) => {
    const { page, complaints } = await site.openTab({ javaScriptEnabled });
    await page.goto(`${site.url}/receipts/${hash}`);
    await page.getByText(words).waitFor();
    expect(await page.locator('[data-answer="since_when"]').first().innerText()).toContain(result);
    expect(await ringsIn(page, 'main')).toEqual(['proven', 'proven', ring]);
    expect(await page.getByRole('link', { name: 'The anchor of this receipt' }).isVisible()).toBe(ring === 'proven');
    expect(complaints).toEqual([]);
  },
);

test('a hash that was pasted with a space before it is looked up whole', async () => {
  const { page } = await site.openTab();
  await page.goto(`${site.url}/agent-acceptance-anchor`);
  await page.getByLabel('Receipt hash').focus();
  await page.keyboard.insertText(` ${anchored}`);
  await page.getByRole('button', { name: 'Look it up' }).click();
  await page.waitForURL('**hash=*');
  expect(await page.getByLabel('Receipt hash').inputValue()).toBe(anchored);
});

test('the seal of the verifier closes for what holds and breaks for what does not', async () => {
  const { page } = await site.openTab();
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
});

test('an evidence pack and an anchor show what is proven of the receipt, ring by ring', async () => {
  const { page } = await site.openTab();
  await page.goto(`${site.url}/adjudicator-evidence-pack/pack?hash=${anchored}`);
  expect(await ringsIn(page, 'main')).toEqual(['proven', 'proven', 'stated']);
  await page.goto(`${site.url}/agent-acceptance-anchor?hash=${anchored}`);
  expect(await ringsIn(page, 'main')).toEqual(['stated', 'stated', 'proven']);
});
