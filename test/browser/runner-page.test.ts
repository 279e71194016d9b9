import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { checksOf, RUNNER, runSample } from '../support/preview-pages.ts';
import { newFolder, runToEnd } from '../support/server.ts';
import { siteInBrowser } from '../support/site-in-browser.ts';

const site = siteInBrowser();

/** Every check that a run can pass passes; those that do not pass stand first. */
const checksOfARun = [
  'unverified signature',
  ...['well_formed', 'schema', 'canonical_form', 'hash', 'linked_hashes', 'transition_chain'].map((id) => `pass ${id}`),
];

/** Runs a sample and saves the receipt as the page offers it. */
const downloadReceipt = async (page: Page, seed: string): Promise<string> => {
  await page.goto(site.url + RUNNER);
  await runSample(page, 'criterion_failed', seed);
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
    const { page, context, complaints } = await site.openTab({ acceptDownloads: true });
    const receipt = await downloadReceipt(page, 'a test');
    await page.goto(`${site.url}/verify`);
    await page.getByLabel('File').setInputFiles(receipt);
    expect(await checksOf(page)).toEqual(checksOfARun);
    await expect(page.locator('[data-outcome]').innerText()).resolves.toBe(
      'Intact. Origin not shown. Not anchored, or not looked up.',
    );
    const said = await runToEnd('cli/verify.ts', [receipt]);
    expect(said.code).toBe(2);
    expect(said.stdout).toContain(await page.locator('[data-hash] code').innerText());
    expect(complaints).toEqual([]);
    await context.close();
  });

  test('a changed character fails the hash check on the page and on the command line', async () => {
    const { page, context } = await site.openTab({ acceptDownloads: true });
    const receipt = await downloadReceipt(page, 'a test');
    const changed = (await readFile(receipt, 'utf8')).replace('300 to 500 words', '300 to 501 words');
    await page.goto(`${site.url}/verify`);
    await page.getByLabel('Document').fill(changed);
    await page.getByRole('button', { name: 'Verify', exact: true }).click();
    const checks = await checksOf(page);
    expect(checks).toEqual(
      expect.arrayContaining(['pass well_formed', 'pass schema', 'fail hash', 'fail linked_hashes']),
    );
    await expect(page.locator('[data-checks]').innerText()).resolves.toContain(
      'The object behind work_order_hash does not have that hash.',
    );
    const file = join(await newFolder(), 'changed.json');
    await writeFile(file, changed);
    const said = await runToEnd('cli/verify.ts', [file, '--json']);
    expect(said.code).toBe(1);
    const { checks: there } = JSON.parse(said.stdout) as { checks: { id: string; result: string }[] };
    expect(there.map(({ id, result }) => `${result} ${id}`).toSorted()).toEqual(checks.toSorted());
    await context.close();
  });

  test('the link on the runner page takes the receipt to /verify', async () => {
    const { page, context, complaints } = await site.openTab();
    await page.goto(site.url + RUNNER);
    await runSample(page, 'no_evidence', 'brought along');
    const hash = await page.locator('[data-hash="runner_receipt_hash"] code').innerText();
    await page.getByRole('link', { name: 'Verify it' }).click();
    expect(await checksOf(page)).toEqual(checksOfARun);
    await expect(page.locator('[data-hash] code').innerText()).resolves.toBe(hash);
    expect(complaints).toEqual([]);
    await context.close();
  });
});

describe('the runner page', () => {
  test('walks through the moves of a run, in the list and in the picture', async () => {
    const { page, context } = await site.openTab();
    await page.goto(site.url + RUNNER);
    await runSample(page, 'conflicting_evidence', 'walk');
    const here = page.locator('[data-diagram] [data-here]');
    const visible = page.locator('[data-step]:visible');
    expect(await visible.count()).toBe(1);
    expect(await here.getAttribute('data-state')).toBe('pre_work_commitment_prepared');
    await page.getByRole('button', { name: 'Back' }).click();
    expect(await here.getAttribute('data-state')).toBe('draft_preview');
    for (let move = 1; move <= 5; move += 1) await page.getByRole('button', { name: 'Next move' }).click();
    expect(await visible.count()).toBe(5);
    expect(await here.getAttribute('data-state')).toBe('release_refund_or_escalation_prepared_not_executed');
    await expect(page.locator('[data-where]').innerText()).resolves.toContain('Move 5 of 5');
    expect(await page.locator('[data-out="recommended_outcome"]').innerText()).toBe('escalate_to_human');
    const hashes = await visible.locator('[data-field="step_hash"]').allInnerTexts();
    const before = await visible.locator('[data-field="previous_step_hash"]').allInnerTexts();
    expect(before.slice(1)).toEqual(hashes.slice(0, -1));
    await context.close();
  });

  test('gives the same hashes for the same seed and others without one', async () => {
    const { page, context } = await site.openTab();
    await page.goto(site.url + RUNNER);
    const hash = page.locator('[data-hash="runner_receipt_hash"] code');
    const example = await hash.innerText();
    await runSample(page, 'delivered_as_agreed', 'worked-example');
    expect(await hash.innerText()).toBe(example);
    await page.getByLabel('Seed').fill('');
    await page.getByRole('button', { name: 'Run the sample' }).click();
    await expect.poll(() => hash.innerText(), { timeout: 30_000 }).not.toBe(example);
    await context.close();
  });

  test('refuses an illegal move by name, a guard that does not hold, and allows a move of the table', async () => {
    const { page, context } = await site.openTab();
    await page.goto(site.url + RUNNER);
    const tried = page.locator('[data-tried]');
    const attempt = async (state: string, event: string, claim = ''): Promise<string> => {
      await page.getByLabel('State of the work order').selectOption(state);
      await page.getByLabel('Event').selectOption(event);
      await page.getByLabel('Claimed values').selectOption(claim);
      await Promise.all([
        page.waitForResponse(/run-preview$/),
        page.getByRole('button', { name: 'Try this move' }).click(),
      ]);
      await tried.getByText(event).first().waitFor();
      return tried.innerText();
    };
    const illegal = await attempt('draft_preview', 'prepare_outcome');
    expect(illegal).toContain('illegal_transition');
    expect(illegal).toContain('draft_preview');
    expect(illegal).toContain('prepare_commitment');
    const guarded = await attempt('evidence_submitted', 'simulate_verdict', 'evidence_pack_hash');
    expect(guarded).toContain('guard_failed');
    expect(guarded).toContain('evidence_pack_hash_matches');
    const ended = await attempt('release_refund_or_escalation_prepared_not_executed', 'submit_evidence');
    expect(ended).toContain('no event is allowed there');
    expect(await attempt('draft_preview', 'prepare_commitment')).toContain('leads to pre_work_commitment_prepared');
    await context.close();
  });

  test('says that it cannot reach the service, and keeps what it shows', async () => {
    const { page, context } = await site.openTab();
    await page.goto(site.url + RUNNER);
    const example = await page.locator('[data-hash="runner_receipt_hash"] code').innerText();
    await context.setOffline(true);
    await page.getByRole('button', { name: 'Run the sample' }).click();
    await page.getByText('The service could not be reached.').waitFor();
    expect(await page.locator('[data-hash="runner_receipt_hash"] code').innerText()).toBe(example);
    await context.close();
  });

  test('without JavaScript shows the built-in example and says what needs JavaScript', async () => {
    const { page, context } = await site.openTab({ javaScriptEnabled: false });
    await page.goto(site.url + RUNNER);
    expect(await page.locator('main').getByRole('button').count()).toBe(0);
    expect(await page.locator('[data-step]:visible').count()).toBe(5);
    await expect(page.locator('main').innerText()).resolves.toContain('Running a sample here needs JavaScript');
    await context.close();
  });
});
