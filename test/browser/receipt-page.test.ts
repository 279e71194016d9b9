import { expect, test } from 'vitest';
import { receiptHash } from '../../src/domain/receipts/published-receipt.ts';
import { shippedReceipts } from '../support/receipts.ts';
import { siteInBrowser } from '../support/site-in-browser.ts';
import { storeWithAnchors } from '../support/stored-anchors.ts';

const anchored = receiptHash(shippedReceipts['demonstration-accepted']!);
const notAnchored = receiptHash(shippedReceipts['demonstration-rejected']!);
const site = siteInBrowser(async () => ({ DATABASE_URL: await storeWithAnchors({ confirmed: [anchored] }) }));

const sinceWhen = async (hash: string, expected: string, javaScriptEnabled = true): Promise<string> => {
  const { page, context, complaints } = await site.openTab({ javaScriptEnabled });
  await page.goto(`${site.url}/receipts/${hash}`);
  await page.getByText(expected).waitFor();
  const words = await page.locator('[data-answer="since_when"]').innerText();
  expect(complaints).toEqual([]);
  await context.close();
  return words;
};

test('the anchor of a receipt is looked up live', async () => {
  expect(await sinceWhen(anchored, 'Anchored on testnet')).toContain('pass');
  expect(await sinceWhen(notAnchored, 'No anchor is known here')).toContain('unverified');
});

test('without JavaScript, the page says that nothing was looked up, and never that there is no anchor', async () => {
  expect(await sinceWhen(anchored, 'Not looked up here', false)).toContain('unverified');
});

test('a hash that was pasted with a space before it is looked up whole', async () => {
  const { page, context } = await site.openTab();
  await page.goto(`${site.url}/agent-acceptance-anchor`);
  await page.getByLabel('Receipt hash').focus();
  await page.keyboard.insertText(` ${anchored}`);
  await page.getByRole('button', { name: 'Look it up' }).click();
  await page.waitForURL('**hash=*');
  expect(await page.getByLabel('Receipt hash').inputValue()).toBe(anchored);
  await context.close();
});
