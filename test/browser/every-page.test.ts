import { globSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { receiptHash } from '../../src/domain/receipts/receipt-hash.ts';
import { accessibilityViolations } from '../support/accessibility.ts';
import { shippedReceipts } from '../support/receipts.ts';
import { siteInBrowser } from '../support/site-in-browser.ts';

const site = siteInBrowser();
const receipt = receiptHash(shippedReceipts['demonstration-accepted']!);
let request: string;

beforeAll(async () => {
  const answer = await fetch(`${site.url}/api/intake`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ body: 'A request whose receipt is looked at' }),
  });
  request = ((await answer.json()) as { id: string }).id;
});

/** The addresses of the pages whose file below `src/pages` does not say it. */
const addressOf: Readonly<Record<string, () => string>> = {
  '404': () => '/no-such-page',
  'adjudicator-evidence-pack/pack': () => `/adjudicator-evidence-pack/pack?hash=${receipt}`,
  'agent-accountability-map/[id]': () => '/agent-accountability-map/erc-8004',
  'api-reference/[...group]': () => '/api-reference/intake',
  'api-reference/schemas/[schema]': () => '/api-reference/schemas/service-intake-request-v1',
  'governance-decision-memory/[id]': () => '/governance-decision-memory/concordium-protocol-update-9',
  'intake/[id]': () => `/intake/${request}`,
  'intake/submit': () => '/intake',
  'receipts/[...unpublished]': () => `/receipts/${'0'.repeat(64)}`,
  'receipts/[receipt_hash_sha256]': () => `/receipts/${receipt}`,
  'verified-agent-observatory/[id]': () => '/verified-agent-observatory/agent-laplace',
};

/** The pages that say that something is not there. */
const refusals = ['404', 'receipts/[...unpublished]'];

const open = async (page: Page, file: string): Promise<void> => {
  const path = addressOf[file]?.() ?? `/${file.replace(/(^|\/)index$/, '')}`;
  const answer = await page.goto(site.url + path, { waitUntil: 'networkidle' });
  expect(answer?.status()).toBe(refusals.includes(file) ? 404 : 200);
  if (file === 'verify') {
    await page.getByRole('button', { name: 'example evidence pack' }).click();
    await page.getByRole('heading', { name: 'Intact?' }).waitFor();
  }
  if (file !== 'intake/submit') return;
  // As a browser without JavaScript sends it.
  await page.evaluate('document.querySelector("form[data-intake]").submit()');
  await page.waitForURL('**/intake/submit');
};

/**
 * Elements whose content is wider than they are and that hide or scroll the rest; on paper, it is lost. The chain of the
 * runner shows as many digits of its hashes as there is room for.
 */
const CUT = `[...document.querySelectorAll('main *:not(.machine code)')]
  .filter((each) => getComputedStyle(each).overflowX !== 'visible' && each.scrollWidth > each.clientWidth + 1)
  .filter((each) => each.clientWidth > 1 && each.checkVisibility())
  .map((each) => each.outerHTML.slice(0, 120))`;
/** Buttons that lie over the command that they copy. */
const OVERLAID = `[...document.querySelectorAll('pre + .copy')]
  .filter((each) => each.checkVisibility() && each.getBoundingClientRect().left < each.previousElementSibling.getBoundingClientRect().right
    && each.getBoundingClientRect().top < each.previousElementSibling.getBoundingClientRect().bottom)
  .map((each) => each.outerHTML)`;
const OPEN_ALL = 'for (const each of document.querySelectorAll("details")) each.open = true';
const WIDTH = 'document.documentElement.scrollWidth';
/** The width of A4 between margins of 1 cm, in CSS pixels. */
const PAPER = 718;

const files = globSync('**/*.astro', { cwd: join(import.meta.dirname, '../../src/pages') });

test.each(files.map((file) => file.replace('.astro', '')).toSorted())(
  '%s says nothing in the console, has targets that a finger hits, and keeps all of it on paper and with text twice as large',
  async (file) => {
    const { page, context } = await site.openTab();
    const said: string[] = [];
    page.on('console', (message) => said.push(`${message.text()} ${message.location().url}`));
    page.on('pageerror', (error) => said.push(error.message));
    await open(page, file);
    // A browser says of a page with a status of its own that loading failed.
    expect(said.filter((words) => !words.endsWith(` ${page.url()}`))).toEqual([]);

    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 844 });
      expect(await accessibilityViolations(page, ['target-size'])).toEqual([]);
      await page.evaluate(OPEN_ALL);
      await page.evaluate('document.documentElement.style.fontSize = "200%"');
      expect(await page.evaluate(WIDTH)).toBeLessThanOrEqual(width);
      expect(await page.evaluate(OVERLAID)).toEqual([]);
      await page.evaluate('document.documentElement.style.fontSize = ""');
    }

    await page.emulateMedia({ media: 'print' });
    await page.setViewportSize({ width: PAPER, height: 1000 });
    expect(await page.evaluate(CUT)).toEqual([]);
    expect(await page.evaluate(WIDTH)).toBeLessThanOrEqual(PAPER);
    await context.close();
  },
);
