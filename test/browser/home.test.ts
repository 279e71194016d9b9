import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { loadAgent } from '../../src/dataset-files/load.ts';
import { receiptHash } from '../../src/domain/receipts/published-receipt.ts';
import { call } from '../support/call.ts';
import { shippedReceipts } from '../support/receipts.ts';
import { newFolder } from '../support/server.ts';
import { siteInBrowser } from '../support/site-in-browser.ts';

const hash = receiptHash(shippedReceipts['demonstration-accepted']!);
const site = siteInBrowser();

test('shows the three figures of the requests once the service has counted them', async () => {
  const { page, complaints } = await site.openTab();
  await page.goto(site.url);
  await page
    .locator('[data-figures]', {
      hasText: /Open requests\d+Overdue\d+Median days to an answer(No request answered yet|\d)/,
    })
    .waitFor();
  expect(complaints).toEqual([]);
});

test('a forged receipt is one step away, and is refused', async () => {
  const { page } = await site.openTab();
  await page.goto(`${site.url}/`);
  await page.getByRole('link', { name: 'A forged receipt' }).click();
  await page.getByRole('heading', { name: 'Intact, but its signature is refused.' }).waitFor();
});

describe('the one box', () => {
  test('never sends a receipt that is pasted to the service', async () => {
    const { page, complaints } = await site.openTab();
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url() + (request.postData() ?? '')));
    const receipt = (await call(`${site.url}/data/decision-receipts/${hash}.json`)).text;
    await page.goto(site.url, { waitUntil: 'networkidle' });
    await page.getByLabel('Check a receipt, or search').fill(receipt);
    await page.getByRole('button', { name: 'Find' }).click();
    await page.getByRole('heading', { name: 'Intact and signed. Age unknown.' }).waitFor();
    expect(asked.filter((request) => request.includes('receipt_id'))).toEqual([]);
    expect(complaints).toEqual([]);
  });

  test('verifies what is pasted as it was pasted, line breaks included', async () => {
    const { page } = await site.openTab({ permissions: ['clipboard-read', 'clipboard-write'] });
    await page.goto(site.url);
    await page.getByLabel('Check a receipt, or search').focus();
    await page.evaluate(`navigator.clipboard.writeText('{\\n  "schema": "a\\nb"\\n}')`);
    await page.keyboard.press('Control+V');
    await page.getByRole('button', { name: 'Find' }).click();
    await page.getByRole('heading', { name: 'Not intact. Do not rely on it.' }).waitFor();
  });

  test.each(['/', '/verify'])(
    'says why it cannot check what was dropped, and shows no earlier result: %s',
    async (path) => {
      const { page, context, complaints } = await site.openTab();
      const folder = await newFolder();
      const files = ['one.json', 'two.json'].map((name) => join(folder, name));
      for (const file of files) await writeFile(file, '{}');
      const large = join(folder, 'large.json');
      await writeFile(large, Buffer.alloc(4 * 1024 * 1024 + 1, ' '));
      await page.goto(site.url + path, { waitUntil: 'networkidle' });
      if (path === '/verify') {
        await page.getByRole('button', { name: 'example runner receipt' }).click();
        await page.locator('section[data-result]').waitFor();
      }
      const devtools = await context.newCDPSession(page);
      const drop = async (dropped: readonly string[]): Promise<void> => {
        const data = { items: [], files: [...dropped], dragOperationsMask: 1 };
        for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
          await devtools.send('Input.dispatchDragEvent', { type, x: 200, y: 300, data });
      };
      for (const [dropped, words] of [
        [[folder], 'A folder cannot be checked'],
        [files, 'These are 2 files. One is checked at a time'],
        [[large], 'The file has 4,194,305 bytes; at most 4,194,304 are read.'],
      ] as const) {
        await drop(dropped);
        await page.locator('[data-problem]').getByText(words).waitFor();
      }
      expect(page.url()).toBe(new URL(path, site.url).href);
      expect(await page.locator('section[data-result]').filter({ visible: true }).count()).toBe(0);
      expect(complaints).toEqual([]);
    },
  );
});

test.each([320, 360, 800, 1180])('at %d pixels, the header is equally high on every page', async (width) => {
  const { page } = await site.openTab({ viewport: { width, height: 844 } });
  const heights: (number | undefined)[] = [];
  for (const path of ['/', '/find', '/receipts', '/verify']) {
    await page.goto(site.url + path);
    heights.push((await page.locator('.site-header').boundingBox())?.height);
  }
  expect(new Set(heights).size).toBe(1);
});

test('on a phone, the header has two rows at most and the box stands in the first screen', async () => {
  for (const path of ['/', '/receipts', '/agent-accountability-map']) {
    const { page } = await site.openTab({ viewport: { width: 390, height: 844 } });
    await page.goto(site.url + path);
    const middles: number[] = [];
    for (const link of await page.locator('.site-header a:visible').all()) {
      const { y, height } = (await link.boundingBox())!;
      middles.push(y + height / 2);
    }
    const rows = middles.toSorted((a, b) => a - b).filter((middle, at, all) => at === 0 || middle - all[at - 1]! > 12);
    expect([path, rows.length]).toEqual([path, 2]);
    if (path === '/') {
      const { y, height } = (await page.getByRole('button', { name: 'Find' }).boundingBox())!;
      expect(y + height).toBeLessThan(600);
    }
  }
});

test('says at once whether the agent is real, leads to it, and to everything that the service does not do', async () => {
  const { page } = await site.openTab({ viewport: { width: 1280, height: 800 } });
  await page.goto(site.url);
  expect(await page.getByText('Demonstration', { exact: true }).isVisible()).toBe(true);
  expect(await page.getByRole('link', { name: 'Read the agent' }).getAttribute('href')).toBe('/agent');
  await page.getByRole('link', { name: 'What this service does not do' }).click();
  await page.waitForURL(`${site.url}/agent#may-not`);
  const words = await page.locator('main').innerText();
  for (const boundary of loadAgent().boundaries) expect(words).toContain(boundary);
});

test('weighs at most 60 kB with its styles, scripts and typeface, all from here', async () => {
  const { page, complaints } = await site.newTab();
  let bytes = 0;
  const weighed: Promise<void>[] = [];
  page.on('requestfinished', (request) => {
    expect(request.url().startsWith(site.url)).toBe(true);
    weighed.push(request.sizes().then(({ responseBodySize }) => void (bytes += responseBodySize)));
  });
  await page.goto(site.url, { waitUntil: 'networkidle' });
  await Promise.all(weighed);
  expect(bytes).toBeGreaterThan(20_000);
  expect(bytes).toBeLessThan(60_000);
  expect(complaints).toEqual([]);
});
