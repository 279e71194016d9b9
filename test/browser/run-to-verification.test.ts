import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { checksOf, openRun } from '../support/preview-pages.ts';
import { moves } from '../support/previews.ts';
import { newFolder, runToEnd } from '../support/server.ts';
import { siteInBrowser } from '../support/site-in-browser.ts';

const site = siteInBrowser();

/** Every check that a run can pass passes; those that do not pass stand first. */
const checksOfARun = [
  'unverified signature',
  ...['well_formed', 'schema', 'canonical_form', 'hash', 'linked_hashes', 'transition_chain'].map((id) => `pass ${id}`),
];

/** Runs a sample and saves the receipt as the page offers it. */
const downloadReceipt = async (page: Page): Promise<string> => {
  await openRun(page, site.url, 'criterion_failed');
  for (const _ of moves) await page.getByRole('button', { name: 'Next move' }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download the runner receipt' }).click(),
  ]);
  const path = join(await newFolder(), download.suggestedFilename());
  await download.saveAs(path);
  return path;
};

describe('from a run to its verification', () => {
  test('a downloaded runner receipt is intact on /verify and on the command line', async () => {
    const { page, complaints } = await site.openTab();
    const receipt = await downloadReceipt(page);
    await page.goto(`${site.url}/verify`);
    await page.getByLabel('File').setInputFiles(receipt);
    expect(await checksOf(page)).toEqual(checksOfARun);
    expect(await page.locator('[data-hash] code').evaluate(({ firstChild }) => firstChild!.textContent)).toHaveLength(
      32,
    );
    await expect(page.locator('[data-outcome]').innerText()).resolves.toBe('Intact. Signer and age unknown.');
    const said = await runToEnd('cli/verify.ts', [receipt]);
    expect(said.code).toBe(2);
    expect(said.stdout).toContain(await page.locator('[data-hash] code').innerText());
    expect(complaints).toEqual([]);
  });
});
