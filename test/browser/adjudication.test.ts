import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBrowser, openTab } from '../support/browser.ts';
import { newFolder, type RunningServer, runToEnd, startServer } from '../support/server.ts';

let server: RunningServer;
let browser: Browser;

beforeAll(async () => {
  [server, browser] = await Promise.all([startServer(), openBrowser()]);
});

afterAll(async () => {
  await browser.close();
  await server.stop();
});

const RUNNER = '/adjudicator-work-order-runner';
const previews = [
  '/adjudicator-evidence-pack',
  '/adjudicator-work-order-pack',
  RUNNER,
  '/adjudicator-agent-escrow-pr',
] as const;

/** The checks that /verify shows, as `result id`. */
const checksOf = async (page: Page): Promise<string[]> => {
  await page.locator('section[data-result]').waitFor();
  return page
    .locator('[data-checks] li')
    .evaluateAll((items) =>
      items.map(
        (item) => `${item.querySelector('.badge')!.textContent} ${item.querySelector('[data-id]')!.textContent}`,
      ),
    );
};

const everyCheckOfARun = ['well_formed', 'schema', 'canonical_form', 'hash', 'linked_hashes', 'transition_chain'];

const runSample = async (page: Page, scenario: string, seed: string): Promise<void> => {
  await page.getByLabel('Scenario').selectOption(scenario);
  await page.getByLabel('Seed').fill(seed);
  await page.getByRole('button', { name: 'Run the sample' }).click();
  await page.getByRole('heading', { name: /^Your run/ }).waitFor();
};

/** Runs a sample and saves the receipt as the page offers it. */
const downloadReceipt = async (page: Page, seed: string): Promise<string> => {
  await page.goto(server.url + RUNNER);
  await runSample(page, 'criterion_failed', seed);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download the runner receipt' }).click(),
  ]);
  const path = join(await newFolder(), download.suggestedFilename());
  await download.saveAs(path);
  return path;
};

describe.each([...previews, '/verify'])('%s', (path) => {
  test.each([
    ['light', 1280],
    ['dark', 1280],
    ['light', 390],
    ['dark', 390],
  ] as const)(
    'is accessible, fits and raises no complaint, with everything opened: %s, %i pixels wide',
    async (colorScheme, width) => {
      const { page, context, complaints } = await openTab(browser, { colorScheme, viewport: { width, height: 844 } });
      expect((await page.goto(server.url + path))?.status()).toBe(200);
      await page.evaluate('for (const each of document.querySelectorAll("details")) each.open = true');
      if (path === '/verify') {
        await page.getByRole('button', { name: 'example evidence pack' }).click();
        await page.locator('section[data-result]').waitFor();
      }
      // Between the schemes only the colours differ.
      const axe = new AxeBuilder({ page });
      const { violations } = await (colorScheme === 'dark' ? axe.withRules('color-contrast') : axe).analyze();
      expect(
        violations.map(
          ({ id, nodes }) =>
            `${id}: ${nodes
              .map(({ html }) => html)
              .slice(0, 3)
              .join(' ')}`,
        ),
      ).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
      expect(complaints).toEqual([]);
      await context.close();
    },
  );

  test('has one main heading, and what it links and downloads on this site is there', async () => {
    const { page, context } = await openTab(browser, { javaScriptEnabled: false });
    await page.goto(server.url + path);
    expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1);
    const addresses = await page
      .locator('main a[href^="/"]')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href')!));
    for (const address of new Set(addresses)) {
      const answer = await fetch(server.url + address);
      expect(answer.status, address).toBe(200);
      const anchor = address.split('#')[1];
      if (anchor && !anchor.startsWith('example-')) expect(await answer.text(), address).toContain(`id="${anchor}"`);
    }
    for (const anchor of await page
      .locator('main a[href^="#"]')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href')!))) {
      expect(await page.locator(`[id="${anchor.slice(1)}"]`).count(), anchor).toBe(1);
    }
    await context.close();
  });
});

test.each(previews)('%s says what it does not do, and shows an example that verifies', async (path) => {
  const { page, context } = await openTab(browser, { javaScriptEnabled: false });
  await page.goto(server.url + path);
  const words = await page.locator('main').innerText();
  expect(words).toContain('No escrow is locked, no funds are moved and no fulfilment is started.');
  expect(words).toContain('no partnership or deployed integration is claimed');
  for (const href of await page
    .locator('a[download][href^="/static/examples/"][href$=".json"]')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')!))) {
    const file = join(await newFolder(), 'example.json');
    await writeFile(file, await (await fetch(server.url + href)).text());
    expect((await runToEnd('cli/verify.ts', [file])).code, href).toBe(0);
  }
  await context.close();
});

describe('the way from a run to its verification', () => {
  test('a downloaded runner receipt passes on /verify and on the command line', async () => {
    const { page, context, complaints } = await openTab(browser, { acceptDownloads: true });
    const receipt = await downloadReceipt(page, 'a test');
    await page.goto(`${server.url}/verify`);
    await page.getByLabel('Its file').setInputFiles(receipt);
    expect(await checksOf(page)).toEqual(everyCheckOfARun.map((id) => `pass ${id}`));
    await expect(page.locator('[data-outcome]').innerText()).resolves.toBe('Every check passes');
    const said = await runToEnd('cli/verify.ts', [receipt]);
    expect(said.code).toBe(0);
    expect(said.stdout).toContain(await page.locator('[data-hash] code').innerText());
    expect(complaints).toEqual([]);
    await context.close();
  });

  test('one character changed fails the hash, the same on the page and on the command line', async () => {
    const { page, context } = await openTab(browser, { acceptDownloads: true });
    const receipt = await downloadReceipt(page, 'a test');
    const changed = (await readFile(receipt, 'utf8')).replace('300 to 500 words', '300 to 501 words');
    await page.goto(`${server.url}/verify`);
    await page.getByLabel('The document').fill(changed);
    await page.getByRole('button', { name: 'Verify', exact: true }).click();
    const checks = await checksOf(page);
    expect(checks).toEqual(
      expect.arrayContaining(['pass well_formed', 'pass schema', 'fail hash', 'fail linked_hashes']),
    );
    await expect(page.locator('[data-checks]').innerText()).resolves.toContain(
      'What stands behind work_order_hash does not have that hash.',
    );
    const file = join(await newFolder(), 'changed.json');
    await writeFile(file, changed);
    const said = await runToEnd('cli/verify.ts', [file, '--json']);
    expect(said.code).toBe(1);
    const { checks: there } = JSON.parse(said.stdout) as { checks: { id: string; result: string }[] };
    expect(there.map(({ id, result }) => `${result} ${id}`)).toEqual(checks);
    await context.close();
  });

  test('the link on the runner page brings the receipt along', async () => {
    const { page, context, complaints } = await openTab(browser);
    await page.goto(server.url + RUNNER);
    await runSample(page, 'no_evidence', 'brought along');
    const hash = await page.locator('[data-hash="runner_receipt_hash"] code').innerText();
    await page.getByRole('link', { name: 'Verify it' }).click();
    expect(await checksOf(page)).toEqual(everyCheckOfARun.map((id) => `pass ${id}`));
    await expect(page.locator('[data-hash] code').innerText()).resolves.toBe(hash);
    expect(complaints).toEqual([]);
    await context.close();
  });
});

describe('the runner page', () => {
  test('walks through the moves of a run, in the list and in the picture', async () => {
    const { page, context } = await openTab(browser);
    await page.goto(server.url + RUNNER);
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
    const { page, context } = await openTab(browser);
    await page.goto(server.url + RUNNER);
    const hash = page.locator('[data-hash="runner_receipt_hash"] code');
    const example = await hash.innerText();
    await runSample(page, 'delivered_as_agreed', 'worked-example');
    expect(await hash.innerText()).toBe(example);
    await page.getByLabel('Seed').fill('');
    await page.getByRole('button', { name: 'Run the sample' }).click();
    await page.waitForFunction(
      `document.querySelector('[data-hash="runner_receipt_hash"] code').textContent !== '${example}'`,
    );
    await context.close();
  });

  test('refuses an illegal move by name, a guard that does not hold, and allows a move of the table', async () => {
    const { page, context } = await openTab(browser);
    await page.goto(server.url + RUNNER);
    const tried = page.locator('[data-tried]');
    const attempt = async (state: string, event: string, claim = ''): Promise<string> => {
      await page.getByLabel('The work order is in').selectOption(state);
      await page.getByLabel('Try the event').selectOption(event);
      await page.getByLabel('And name').selectOption(claim);
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
    const { page, context } = await openTab(browser);
    await page.goto(server.url + RUNNER);
    const example = await page.locator('[data-hash="runner_receipt_hash"] code').innerText();
    await context.setOffline(true);
    await page.getByRole('button', { name: 'Run the sample' }).click();
    await page.getByText('The service could not be reached.').waitFor();
    expect(await page.locator('[data-hash="runner_receipt_hash"] code').innerText()).toBe(example);
    await context.close();
  });

  test('shows the built-in example and says what needs JavaScript where there is none', async () => {
    const { page, context } = await openTab(browser, { javaScriptEnabled: false });
    await page.goto(server.url + RUNNER);
    expect(await page.getByRole('button').count()).toBe(0);
    expect(await page.locator('[data-step]:visible').count()).toBe(5);
    await expect(page.locator('main').innerText()).resolves.toContain('Running a sample here needs JavaScript');
    await context.close();
  });
});

describe('the page /verify', () => {
  test('verifies without a network once it is loaded, and sends nothing', async () => {
    const { page, context, complaints } = await openTab(browser);
    await page.goto(`${server.url}/verify`, { waitUntil: 'networkidle' });
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    await context.setOffline(true);
    for (const name of ['runner receipt', 'evidence pack', 'work order pack']) {
      await page.getByRole('button', { name: `example ${name}` }).click();
      await page.locator('[data-kind]').getByText(name).waitFor();
      expect((await checksOf(page)).filter((check) => !check.startsWith('pass'))).toEqual([]);
    }
    expect(requests).toEqual([]);
    expect(complaints).toEqual([]);
    await context.close();
  });

  test('holds a document against the hash that is expected', async () => {
    const { page, context } = await openTab(browser);
    await page.goto(`${server.url}/verify`);
    await page.getByRole('button', { name: 'example runner receipt' }).click();
    await page.locator('section[data-result]').waitFor();
    const hash = await page.locator('[data-hash] code').innerText();
    await page.getByLabel('The hash you expect').fill(hash.toUpperCase());
    await page.getByRole('button', { name: 'Verify', exact: true }).click();
    expect(await checksOf(page)).toContain('pass hash');
    await page.getByLabel('The hash you expect').fill('0'.repeat(64));
    await page.getByRole('button', { name: 'Verify', exact: true }).click();
    expect(await checksOf(page)).toContain('fail hash');
    await page.getByLabel('The hash you expect').fill('0'.repeat(63));
    await page.getByRole('button', { name: 'Verify', exact: true }).click();
    await page.getByRole('alert').getByText('64 hexadecimal digits').waitFor();
    await context.close();
  });

  test('says unverified, and not invalid, of a receipt that states no hash', async () => {
    const { page, context } = await openTab(browser);
    await page.goto(`${server.url}/verify`);
    await page.getByLabel('Its file').setInputFiles('datasets/decision-receipts/demonstration-accepted.json');
    expect(await checksOf(page)).toEqual(['pass well_formed', 'pass schema', 'pass canonical_form', 'unverified hash']);
    await expect(page.locator('[data-summary]').innerText()).resolves.toContain('Unverified is not invalid');
    await context.close();
  });

  test('takes the expected hash of a published receipt from the name of its file', async () => {
    const { page, context } = await openTab(browser);
    await page.goto(`${server.url}/verify`);
    await page.getByLabel('Its file').setInputFiles({
      name: `${'0'.repeat(64)}.json`,
      mimeType: 'application/json',
      buffer: await readFile('datasets/decision-receipts/demonstration-accepted.json'),
    });
    expect(await checksOf(page)).toContain('fail hash');
    await context.close();
  });

  test('looks at the bytes of a file, not at the text that they are shown as', async () => {
    const { page, context } = await openTab(browser);
    await page.goto(`${server.url}/verify`);
    for (const name of ['receipt-not-utf-8.txt', 'receipt-byte-order-mark.txt']) {
      await page.getByLabel('Its file').setInputFiles(`datasets/vectors/${name}`);
      expect(await checksOf(page)).toEqual(['fail well_formed']);
    }
    await context.close();
  });

  test('takes a result away as soon as the text changes', async () => {
    const { page, context } = await openTab(browser);
    await page.goto(`${server.url}/verify`);
    await page.getByRole('button', { name: 'example runner receipt' }).click();
    await page.locator('section[data-result]').waitFor();
    await page.getByLabel('The document').press('End');
    await page.getByLabel('The document').pressSequentially(' ');
    expect(await page.locator('section[data-result]').isVisible()).toBe(false);
    await context.close();
  });

  test('takes a dropped file', async () => {
    const { page, context } = await openTab(browser);
    await page.goto(`${server.url}/verify`);
    await page.evaluate(`{
      const data = new DataTransfer();
      data.items.add(new File(['{}'], 'empty.json'));
      document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));
    }`);
    expect(await checksOf(page)).toEqual(['pass well_formed', 'unverified schema']);
    await expect(page.locator('[data-outcome]').innerText()).resolves.toBe(
      'This is no document that can be verified here',
    );
    await context.close();
  });

  test('says without JavaScript that it is a tool, and gives the command', async () => {
    const { page, context } = await openTab(browser, { javaScriptEnabled: false });
    await page.goto(`${server.url}/verify`);
    expect(await page.getByLabel('The document').isVisible()).toBe(false);
    const words = await page.locator('main').innerText();
    expect(words).toContain('needs JavaScript');
    expect(words).toContain('npm run verify -- runner-receipt.json');
    await context.close();
  });

  test('is listed for crawlers, and its verifier burdens no other page', async () => {
    expect(await (await fetch(`${server.url}/sitemap.xml`)).text()).toContain('/verify</loc>');
    const weigh = async (path: string): Promise<number> => {
      const { page, context } = await openTab(browser);
      let bytes = 0;
      const weighed: Promise<void>[] = [];
      page.on('requestfinished', (request) => {
        if (request.resourceType() !== 'script') return;
        weighed.push(request.sizes().then(({ responseBodySize }) => void (bytes += responseBodySize)));
      });
      await page.goto(server.url + path, { waitUntil: 'networkidle' });
      await Promise.all(weighed);
      await context.close();
      return bytes;
    };
    expect(await weigh('/verify')).toBeLessThan(50_000);
    for (const path of ['/', ...previews]) expect(await weigh(path)).toBeLessThan(5_000);
  });
});
