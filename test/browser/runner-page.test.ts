import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { RunReceipt } from '../../src/domain/adjudication/runner.ts';
import { inWords } from '../../src/domain/vocabulary/words.ts';
import { accessibilityViolations } from '../support/accessibility.ts';
import { post } from '../support/call.ts';
import { openRun, RUNNER } from '../support/preview-pages.ts';
import { moves, previewPaths } from '../support/previews.ts';
import { siteInBrowser } from '../support/site-in-browser.ts';

const site = siteInBrowser();

const button = (page: Page, name: string) => page.getByRole('button', { name });
const stateNow = (page: Page) => page.locator('[data-state][aria-current="step"]').getAttribute('data-state');
const stateButton = (page: Page, state: string) =>
  page.locator(`[data-state="${state}"]`).getByRole('button', { name: state });
/** The reasons for refusals that the picture shows. */
const reasons = (page: Page) => page.locator('[data-reason]:visible');
const shownHash = (page: Page) => page.locator('[data-hash="runner_receipt_hash"] code').innerText();

test('the runner walks through the moves of a run, says each, and why there is no next one', async () => {
  const { page } = await site.openTab();
  await openRun(page, site.url, 'conflicting_evidence');
  expect(await stateNow(page)).toBe('draft_preview');
  expect(await page.locator('[data-said]').innerText()).toBe('Move 0 of 5: Draft.');
  for (const [at, event] of moves.entries()) {
    // What came of it is no part of the page before its end.
    expect(await page.getByText('What came of it').isVisible()).toBe(false);
    await button(page, 'Next move').click();
    expect(
      await page
        .locator('.machine .event')
        .nth(at + 1)
        .innerText(),
    ).toBe(`${inWords(event)} ${event}`);
    expect(await page.locator('[data-step]:visible [data-field="event"]').allInnerTexts()).toEqual([event]);
    expect(await page.locator('[data-said]').innerText()).toContain(`Move ${at + 1} of 5`);
  }
  expect(await stateNow(page)).toBe('release_refund_or_escalation_prepared_not_executed');
  await page.getByText('Escalate to human escalate_to_human').waitFor();
  expect(await button(page, 'Next move').getAttribute('aria-disabled')).toBe('true');
  expect(await page.locator('[data-said]').innerText()).toContain('The end: nothing was paid, locked or sent.');
  const colors = () =>
    button(page, 'Next move').evaluate((shown) => [getComputedStyle(shown).color, getComputedStyle(shown).background]);
  const hovered = await colors();
  await page.mouse.move(0, 0);
  expect(hovered).toEqual(await colors());
  expect(await accessibilityViolations(page, ['color-contrast'])).toEqual([]);
  await button(page, 'Back').click();
  expect(await stateNow(page)).toBe('verdict_simulated');
});

test('the picture has the hash chain of the same run at the address for programs', async () => {
  const { page } = await site.openTab();
  const request = { scenario: 'criterion_failed', seed: 'worked-example' };
  await openRun(page, site.url, request.scenario);
  for (const _ of moves) await button(page, 'Next move').click();
  const { steps, work_order_hash } = (await post(site.url + previewPaths.run, request)).json as unknown as RunReceipt;
  const drawn = (name: string) => page.locator(`[data-machine] [data-${name}]`).allInnerTexts();
  expect(await drawn('own')).toEqual([work_order_hash, ...steps.map(({ step_hash }) => step_hash)]);
  expect(await drawn('before')).toEqual(['order', ...steps.map((step) => step.previous_step_hash)]);
  await button(page, 'Back').click();
  expect((await drawn('own')).at(-1)).toBe('');
});

test('a new run is a fresh one, and says its seed', async () => {
  const { page, complaints } = await site.openTab();
  await page.goto(site.url + RUNNER);
  const example = await shownHash(page);
  await button(page, 'New run').click();
  await page.getByRole('heading', { name: /^Your run/ }).waitFor();
  expect(await shownHash(page)).not.toBe(example);
  expect(await page.locator('[data-field="seed"]').innerText()).toMatch(/^[0-9a-f-]{36}$/);
  expect(complaints).toEqual([]);
});

test('an illegal move is refused in the picture without asking the service, which refuses it too, and no button moves', async () => {
  const { page, context, complaints } = await site.openTab();
  await page.goto(site.url + RUNNER);
  await context.setOffline(true);
  const place = () => button(page, 'Next move').evaluate((shown) => (shown as HTMLElement).offsetTop);
  const before = await place();
  await stateButton(page, 'draft_preview').click();
  expect(await reasons(page).innerText()).toBe('Refused: no move leads back.');
  await stateButton(page, 'verdict_simulated').press('Enter');
  expect(await place()).toBe(before);
  expect(await page.locator('[data-refused]').getAttribute('data-state')).toBe('verdict_simulated');
  expect(await stateNow(page)).toBe('draft_preview');
  expect(await reasons(page).innerText()).toBe(
    'Refused, not yet: Prepare commitment comes first (prepare_commitment).',
  );
  await button(page, 'Next move').click();
  expect(await reasons(page).count()).toBe(0);
  await stateButton(page, 'work_started_after_acceptance').click();
  expect(await stateNow(page)).toBe('work_started_after_acceptance');
  expect(complaints).toEqual([]);
  const example = await shownHash(page);
  await button(page, 'New run').click();
  await page.getByText('The service could not be reached.').waitFor();
  expect(await shownHash(page)).toBe(example);
  await context.setOffline(false);
  const { json } = await post(site.url + previewPaths.run, { events: ['simulate_verdict'] });
  expect(json['allowed_events']).toEqual(['prepare_commitment']);
});

test('picture and buttons are in the first screen of a phone, and wider text does not scroll sideways', async () => {
  const { page } = await site.openTab({ viewport: { width: 390, height: 844 } });
  await page.goto(site.url + RUNNER);
  const next = (await button(page, 'Next move').boundingBox())!;
  expect(next.y + next.height).toBeLessThanOrEqual(844);
  for (const each of await page.locator('main button:visible').all())
    expect((await each.boundingBox())!.height).toBeGreaterThanOrEqual(24);
  await page.evaluate('document.documentElement.style.fontSize = "200%"');
  expect(await page.locator('#run').evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
});

test('without JavaScript the runner shows the built-in example and says what needs JavaScript', async () => {
  const { page } = await site.openTab({ javaScriptEnabled: false });
  await page.goto(site.url + RUNNER);
  expect(await page.locator('main').getByRole('button').count()).toBe(0);
  expect((await page.locator('[data-own]').allInnerTexts()).every((hash) => /^[0-9a-f]{64}$/.test(hash))).toBe(true);
  await expect(page.locator('main').innerText()).resolves.toContain('Moving and running need JavaScript');
});
