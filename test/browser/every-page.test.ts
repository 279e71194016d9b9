import { globSync } from 'node:fs';
import { join } from 'node:path';
import type { ConsoleMessage, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { receiptHash } from '../../src/domain/receipts/published-receipt.ts';
import { accessibilityViolations } from '../support/accessibility.ts';
import type { Tab } from '../support/browser.ts';
import { previews } from '../support/preview-pages.ts';
import { shippedReceipts } from '../support/receipts.ts';
import { siteInBrowser } from '../support/site-in-browser.ts';
import { storeWithAnchors } from '../support/stored-anchors.ts';

const receipt = receiptHash(shippedReceipts['demonstration-accepted']!);
const anchored = receiptHash(shippedReceipts['demonstration-outside-mandate']!);
const site = siteInBrowser(async () => ({ DATABASE_URL: await storeWithAnchors(anchored) }));
let request: string;
/** A browser that has shown a page of the site shows the next with half the work. */
let tab: Tab;

beforeAll(async () => {
  tab = await site.keepTab();
  const answer = await fetch(`${site.url}/api/intake`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ body: 'A request whose receipt is looked at' }),
  });
  request = ((await answer.json()) as { id: string }).id;
});
afterAll(() => tab.context.close());

const root = join(import.meta.dirname, '../..');

/** The addresses of the pages whose file below `src/pages` does not say it, of records and chapters the one with the tallest page. */
const addressOf: Readonly<Record<string, () => string>> = {
  '404': () => '/no-such-page',
  'adjudicator-evidence-pack/pack': () => `/adjudicator-evidence-pack/pack?hash=${receipt}`,
  '[dataset]': () => '/agent-accountability-map',
  '[dataset]/[id]': () => '/agent-accountability-map/erc-8004',
  'api-reference/[group]': () => '/api-reference/intake',
  'api-reference/schemas/[schema]': () => '/api-reference/schemas/service-decision-receipt-schema-v1',
  'intake/[id]': () => `/intake/${request}`,
  'receipts/[receipt_hash_sha256]': () => `/receipts/${receipt}`,
  'specification/[chapter]': () => '/specification/6',
};

const files = globSync('**/*.astro', { cwd: join(root, 'src/pages') })
  .map((file) => file.replace('.astro', ''))
  // What a library shows is tested in reference.test.ts.
  .filter((file) => file !== 'api-reference/explorer')
  .toSorted();

/** The form of the intake, as it comes back when it is sent without a text. */
const REFUSED_FORM = 'intake?kind=bug';

/** Pages that another address of the same file makes look otherwise. */
const others = [
  'agent-accountability-map/compare?s=erc-8004&s=x402',
  'api-reference/datasets',
  'governance-decision-memory',
  'verified-agent-observatory',
  'governance-decision-memory/concordium-protocol-update-9',
  'verified-agent-observatory/agent-laplace',
  `receipts/${anchored}`,
  REFUSED_FORM,
];

/** The pages that say that something is not there. */
const refusals = ['404'];
/** How tall a page may be as it is first shown on a phone, in CSS pixels. */
const MOST_HEIGHT = 12_000;
/** The tools, which are checked with everything opened on a phone, too. */
const tools: readonly string[] = [...previews.map((path) => path.slice(1)), 'verify'];

const open = async (page: Page, file: string): Promise<void> => {
  const path = addressOf[file]?.() ?? `/${file.replace(/(^|\/)index$/, '')}`;
  const answer = await page.goto(site.url + path, { waitUntil: 'networkidle' });
  expect(answer?.status()).toBe(refusals.includes(file) ? 404 : 200);
  expect(await page.evaluate('document.documentElement.scrollHeight')).toBeLessThanOrEqual(MOST_HEIGHT);
  if (file === 'verify') {
    await page.getByRole('button', { name: 'example evidence pack' }).click();
    await page.locator('section[data-result]').waitFor();
  }
  if (tools.includes(file)) await page.evaluate(OPEN_ALL);
  if (file !== REFUSED_FORM) return;
  await page.evaluate(`document.querySelector('form[action="/intake"]').submit()`);
  await page.waitForURL('**/intake');
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
/** Elements that reach out of the window. What scrolls within its own frame may be wide: a table of numbers, a command. */
const OUTSIDE = `[...document.querySelectorAll('main *')]
  .filter((each) => each.getBoundingClientRect().right > innerWidth + 1)
  .filter((each) => !each.closest('.scroll, pre, .visually-hidden, [aria-hidden=true]'))
  .map((each) => each.outerHTML.slice(0, 120))`;
const OPEN_ALL = 'for (const each of document.querySelectorAll("details")) each.open = true';
const WIDTH = 'document.documentElement.scrollWidth';
/** The width of A4 between margins of 1 cm, in CSS pixels. */
const PAPER = 718;

/** The widths of a phone and of a desk, in CSS pixels. */
const WIDTHS = [390, 1280] as const;

const resize = (page: Page, width: number) => page.setViewportSize({ width, height: 844 });

/** Shows a page in the colours of a scheme, between which only the colours differ. */
const show = async (page: Page, colorScheme: 'light' | 'dark'): Promise<void> => {
  await page.emulateMedia({ colorScheme });
  // One that is cancelled, because a script draws its target anew, is over, too.
  await page.evaluate(
    'Promise.allSettled(document.getAnimations().map((each) => each.finished)).then(() => undefined)',
  );
};

/** Checks a page at a width, in the scheme that it is shown in and in the other one. */
const lookAt = async (page: Page, width: number, schemes: readonly ('light' | 'dark')[]): Promise<void> => {
  await resize(page, width);
  for (const scheme of schemes) {
    await show(page, scheme);
    const rules = scheme === 'light' ? undefined : ['color-contrast'];
    expect(await accessibilityViolations(page, rules), `${width} pixels, ${scheme}`).toEqual([]);
  }
  expect(await page.evaluate(WIDTH)).toBeLessThanOrEqual(width);
};

/** Checks that a page with everything opened and text twice as large fits into a width. */
const lookAtLarge = async (page: Page, width: number): Promise<void> => {
  await resize(page, width);
  expect(await page.evaluate(WIDTH), `${width} pixels, large`).toBeLessThanOrEqual(width);
  expect(await page.evaluate(OUTSIDE), `${width} pixels, large`).toEqual([]);
  expect(await page.evaluate(OVERLAID), `${width} pixels, large`).toEqual([]);
};

test.each([...files, ...others])(
  '%s is not too tall, is accessible light and dark, says nothing in the console, and shows all of itself on narrow and wide screens, with text twice as large, and on paper',
  async (file) => {
    const { page, complaints } = tab;
    const before = complaints.length;
    const said: string[] = [];
    const listen = (message: ConsoleMessage) => said.push(`${message.text()} ${message.location().url}`);
    page.on('console', listen);
    await page.emulateMedia({ media: 'screen', colorScheme: 'light' });
    await resize(page, WIDTHS[0]);
    await open(page, file);

    // As it is first seen on a phone, and with everything opened on a desk.
    await lookAt(page, WIDTHS[0], ['light', 'dark']);
    await page.evaluate(OPEN_ALL);
    await lookAt(page, WIDTHS[1], ['dark', 'light']);

    await page.evaluate('document.documentElement.style.fontSize = "200%"');
    for (const width of WIDTHS) await lookAtLarge(page, width);

    await page.evaluate('document.documentElement.style.fontSize = ""');
    await page.emulateMedia({ media: 'print' });
    await page.setViewportSize({ width: PAPER, height: 1000 });
    expect(await page.evaluate(CUT), 'on paper').toEqual([]);
    expect(await page.evaluate(WIDTH), 'on paper').toBeLessThanOrEqual(PAPER);

    // A browser says about a page with a status of its own that loading failed.
    const own = (words: string): boolean =>
      [...refusals, REFUSED_FORM].includes(file) && words.endsWith(` ${page.url()}`);
    expect(said.filter((words) => !own(words))).toEqual([]);
    expect(complaints.slice(before).filter((words) => !words.startsWith('console: '))).toEqual([]);
    page.off('console', listen);
  },
);
