import { beforeAll, expect, test } from 'vitest';
import { receiptHash } from '../../src/domain/receipts/published-receipt.ts';
import { MOST_WEIGHT, weigh } from '../support/page-weight.ts';
import { acceptedReceipt, shippedReceipts } from '../support/receipts.ts';
import { siteInBrowser } from '../support/site-in-browser.ts';

const site = siteInBrowser();
let receipt: string;

beforeAll(async () => {
  const answer = await fetch(`${site.url}/api/intake`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ body: 'A request whose receipt is looked at' }),
  });
  receipt = `/intake/${((await answer.json()) as { id: string }).id}`;
});

test.each(['/agent-accountability-map', '/governance-decision-memory'])(
  '%s, one of the heaviest pages, weighs no more than a page may',
  async (path) => {
    const { page } = await site.openTab();
    const weight = await weigh(page, site.url + path);
    expect(weight).toBeGreaterThan(MOST_WEIGHT / 2);
    expect(weight).toBeLessThanOrEqual(MOST_WEIGHT);
  },
);

test('the box for a court puts the exhibit on the clipboard, in the form of each court', async () => {
  const { page, context } = await site.openTab();
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(`${site.url}/receipts/${receiptHash(acceptedReceipt)}`);
  await page.getByText('For a court', { exact: true }).click();
  const copy = async (name: string): Promise<string> => {
    await page.getByRole('button', { name: `Copy ${name}` }).click();
    await page.getByRole('button', { name: `Copied ${name}` }).waitFor();
    return page.evaluate('navigator.clipboard.readText()');
  };
  const exhibit = await copy('Plain text');
  expect(exhibit).toContain('EXHIBIT on the decision receipt');
  expect(JSON.parse(await copy('Evidence for Kleros v2, JSON'))).toMatchObject({
    description: expect.stringContaining(exhibit.split('\n', 1)[0]!),
  });
  expect((await copy('Question for Reality.eth, template 2')).split('\u241f')).toHaveLength(4);
  expect(await copy('Claim for UMA')).toContain(exhibit);
});

test('a reader chooses light or dark, which stays on the next page, and goes back to what the system says', async () => {
  const { page, complaints } = await site.openTab({ colorScheme: 'light' });
  const paper = () => page.evaluate('getComputedStyle(document.body).backgroundColor');
  const change = () => page.getByRole('button', { name: 'Light or dark' }).click();
  await page.goto(`${site.url}/errors`);
  const light = await paper();
  await change();
  const dark = await paper();
  expect(dark).not.toBe(light);
  await page.goto(`${site.url}/agent`);
  expect(await paper()).toBe(dark);
  await change();
  expect([await paper(), await page.evaluate('localStorage.length')]).toEqual([light, 0]);
  expect(complaints).toEqual([]);
});

test('the copy button puts the hash on the clipboard', async () => {
  const { page, context } = await site.openTab();
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(site.url + receipt);
  await page.getByRole('button', { name: 'Copy the hash of the receipt' }).click();
  const copied = await page.evaluate('navigator.clipboard.readText()');
  expect(copied).toMatch(/^[0-9a-f]{64}$/);
  expect(await page.locator('main').innerText()).toContain(copied);
});

test('a receipt that is changed on its page shows which answer turns, and marks what was changed', async () => {
  const { page, complaints } = await site.openTab();
  await page.goto(`${site.url}/receipts/${receiptHash(shippedReceipts['demonstration-too-expensive']!)}`);
  await page.getByRole('link', { name: 'Try to break it' }).click();
  const verdict = (words: string) => page.locator('[data-break] [data-title]').getByText(words).waitFor();
  await verdict('Intact, signed, yet outside its mandate.');
  await page.getByLabel('Amount in minor units of EUR').fill('7900');
  await verdict('Not intact. Do not rely on it.');
  await page.getByLabel('Write the new hash into it').check();
  await verdict('Intact, but its signature is refused.');
  const marked = page.locator('[data-break] label').filter({ has: page.locator('mark:visible') });
  expect(await marked.allInnerTexts()).toEqual(['Amount in minor units of EUR changed']);
  expect(await page.locator('[data-break] [data-answer] .badge').allInnerTexts()).toEqual([
    'pass',
    'fail',
    'unverified',
  ]);
  await page.getByRole('button', { name: 'Undo all' }).click();
  await verdict('Intact, signed, yet outside its mandate.');
  expect(await marked.count()).toBe(0);
  expect(complaints).toEqual([]);
});
