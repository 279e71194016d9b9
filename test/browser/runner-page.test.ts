import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import type { RunReceipt } from '../../src/domain/adjudication/runner.ts';
import { accessibilityViolations } from '../support/accessibility.ts';
import { post } from '../support/call.ts';
import { openRun, RUNNER } from '../support/preview-pages.ts';
import { moves, previewPaths } from '../support/previews.ts';
import { siteInBrowser } from '../support/site-in-browser.ts';

const site = siteInBrowser();

const NEXT = 'Next move';
const here = (page: Page) => page.locator('[data-state][aria-current="step"]');
const stateButton = (page: Page, state: string) =>
  page.locator(`[data-state="${state}"]`).getByRole('button', { name: state });
/** The reasons for refusals that the picture shows. */
const reasons = (page: Page) => page.locator('[data-reason]:visible');

describe('the runner page', () => {
  test('walks through the moves of a run, in the picture and beside it, and says each', async () => {
    const { page, context } = await site.openTab();
    await openRun(page, site.url, 'conflicting_evidence', 'walk');
    expect(await here(page).getAttribute('data-state')).toBe('draft_preview');
    for (const [at, event] of moves.entries()) {
      await page.getByRole('button', { name: NEXT }).click();
      expect(await page.locator('[data-step]:visible [data-field="event"]').allInnerTexts()).toEqual([event]);
      expect(await page.locator('[data-said]').innerText()).toContain(`Move ${at + 1} of 5`);
    }
    expect(await here(page).getAttribute('data-state')).toBe('release_refund_or_escalation_prepared_not_executed');
    expect(await page.locator('[data-out="recommended_outcome"]').innerText()).toBe('escalate_to_human');
    await page.getByRole('button', { name: 'Back' }).click();
    expect(await here(page).getAttribute('data-state')).toBe('verdict_simulated');
    await context.close();
  });

  test('says why there is no next move, in a colour that can be read', async () => {
    const { page, context } = await site.openTab();
    await page.goto(site.url + RUNNER);
    await page.getByRole('button', { name: 'All moves' }).click();
    const next = page.getByRole('button', { name: NEXT });
    expect(await next.getAttribute('aria-disabled')).toBe('true');
    expect(await page.locator(`#${await next.getAttribute('aria-describedby')}`).innerText()).toContain(
      'expected no further event',
    );
    expect(await accessibilityViolations(page, ['color-contrast'])).toEqual([]);
    await context.close();
  });

  test('draws the hash chain of the same run at the address for programs', async () => {
    const { page, context } = await site.openTab();
    const request = { scenario: 'criterion_failed', seed: 'the chain' };
    await openRun(page, site.url, request.scenario, request.seed);
    await page.getByRole('button', { name: 'All moves' }).click();
    const { json } = await post(site.url + previewPaths.run, request);
    const receipt = json as unknown as RunReceipt;
    const drawn = (name: string) => page.locator(`[data-machine] [data-${name}]`).allInnerTexts();
    expect(await drawn('own')).toEqual([receipt.work_order_hash, ...receipt.steps.map((step) => step.step_hash)]);
    expect(await drawn('before')).toEqual(['order', ...receipt.steps.map((step) => step.previous_step_hash)]);
    const listed = page.locator('[data-step]:visible');
    expect(await listed.locator('[data-field="step_hash"]').innerText()).toBe(receipt.steps.at(-1)!.step_hash);
    await page.getByRole('button', { name: 'Back' }).click();
    expect((await drawn('own')).at(-1)).toBe('');
    await context.close();
  });

  test('opens a link at its scenario, seed and move, and goes back and forward through the moves', async () => {
    const { page, context, complaints } = await site.openTab();
    await page.goto(`${site.url}${RUNNER}?scenario=no_evidence&seed=shared+by+link&step=3`);
    await page.getByRole('heading', { name: 'Your run: no evidence' }).waitFor();
    expect(await here(page).getAttribute('data-state')).toBe('evidence_submitted');
    expect(await page.getByLabel('Seed').inputValue()).toBe('shared by link');
    await page.getByRole('button', { name: NEXT }).click();
    expect(new URL(page.url()).search).toBe('?scenario=no_evidence&seed=shared+by+link&step=4');
    await page.goBack();
    expect(await here(page).getAttribute('data-state')).toBe('evidence_submitted');
    await page.goForward();
    expect(await here(page).getAttribute('data-state')).toBe('verdict_simulated');
    await page.goto(`${site.url}${RUNNER}?scenario=nonsense&seed=&step=-1`);
    await page.getByRole('heading', { name: /^The built-in example/ }).waitFor();
    expect(await here(page).getAttribute('data-state')).toBe('draft_preview');
    expect(complaints).toEqual([]);
    await context.close();
  });

  test('gives the same hashes for the same seed and others without one', async () => {
    const { page, context } = await site.openTab();
    await page.goto(site.url + RUNNER);
    const hash = page.locator('[data-hash="runner_receipt_hash"] code');
    const example = await hash.innerText();
    await openRun(page, site.url, 'delivered_as_agreed', 'worked-example');
    expect(await hash.innerText()).toBe(example);
    await page.getByLabel('Seed').fill('');
    await page.getByRole('button', { name: 'New run' }).click();
    await page.getByRole('heading', { name: /^Your run/ }).waitFor();
    expect(await hash.innerText()).not.toBe(example);
    expect(new URL(page.url()).searchParams.get('seed')).toBe(await page.locator('[data-out="seed"]').innerText());
    await context.close();
  });

  test('refuses an illegal move in the picture, with the reason of the service, and asks nobody', async () => {
    const { page, context, complaints } = await site.openTab();
    await page.goto(site.url + RUNNER);
    await context.setOffline(true);
    for (const state of ['evidence_submitted', 'draft_preview']) {
      await stateButton(page, state).click();
      expect(await page.locator('[data-refused]').getAttribute('data-state')).toBe(state);
      expect(await here(page).getAttribute('data-state')).toBe('draft_preview');
    }
    expect(await reasons(page).innerText()).toBe('No event leads to the state draft_preview.');
    await stateButton(page, 'verdict_simulated').press('Enter');
    const reason = await reasons(page).innerText();
    expect(await page.locator('[data-said]').innerText()).toBe(`Refused. ${reason}`);
    await page.getByRole('button', { name: NEXT }).click();
    expect(await reasons(page).count()).toBe(0);
    await stateButton(page, 'work_started_after_acceptance').click();
    expect(await here(page).getAttribute('data-state')).toBe('work_started_after_acceptance');
    expect(complaints).toEqual([]);
    await context.setOffline(false);
    const answer = await post(site.url + previewPaths.run, { events: ['simulate_verdict'] });
    expect(reason).toBe(answer.json['detail']);
    await context.close();
  });

  test.each([
    ['work_order_hash', 1, 'acceptance_names_the_hashes'],
    ['accepted_at', 1, 'acceptance_is_before_the_deadline'],
    ['evidence_pack_hash', 3, 'evidence_pack_hash_matches'],
    ['verdict_hash', 4, 'verdict_hash_matches'],
  ])('refuses a move that claims a false %s, by its guard', async (claim, step, guard) => {
    const { page, context, complaints } = await site.openTab();
    await page.goto(`${site.url}${RUNNER}?step=${step}`);
    await page.getByLabel('What the moves claim').selectOption(claim);
    await page.getByRole('button', { name: NEXT }).click();
    expect(await reasons(page).innerText()).toContain(`The guard ${guard} refused the event ${moves[step]!}`);
    expect(await page.locator('[data-where]').innerText()).toContain(`Move ${step} of 5`);
    await page.getByLabel('What the moves claim').selectOption('the true values');
    await page.getByRole('button', { name: NEXT }).click();
    expect(await page.locator('[data-where]').innerText()).toContain(`Move ${step + 1} of 5`);
    expect(complaints).toEqual([]);
    await context.close();
  });

  test('has the picture and the buttons in the first screen of a phone, and wider text does not scroll sideways', async () => {
    const { page, context } = await site.openTab({ viewport: { width: 390, height: 844 } });
    await page.goto(site.url + RUNNER);
    const next = (await page.getByRole('button', { name: NEXT }).boundingBox())!;
    expect(next.y + next.height).toBeLessThanOrEqual(844);
    for (const button of await page.locator('main button:visible').all())
      expect((await button.boundingBox())!.height).toBeGreaterThanOrEqual(24);
    await page.evaluate('document.documentElement.style.fontSize = "200%"');
    expect(await page.locator('#run').evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
    await context.close();
  });

  test('says that it cannot reach the service, and keeps what it shows', async () => {
    const { page, context } = await site.openTab();
    await page.goto(site.url + RUNNER);
    const example = await page.locator('[data-hash="runner_receipt_hash"] code').innerText();
    await context.setOffline(true);
    await page.getByRole('button', { name: 'New run' }).click();
    await page.getByText('The service could not be reached.').waitFor();
    expect(await page.locator('[data-hash="runner_receipt_hash"] code').innerText()).toBe(example);
    await context.close();
  });

  test('without JavaScript shows the built-in example and says what needs JavaScript', async () => {
    const { page, context } = await site.openTab({ javaScriptEnabled: false });
    await page.goto(site.url + RUNNER);
    expect(await page.locator('main').getByRole('button').count()).toBe(0);
    expect(await page.locator('[data-step]:visible').count()).toBe(5);
    expect(await page.locator('[data-own]').allInnerTexts()).toEqual(
      expect.arrayContaining([expect.stringMatching(/^[0-9a-f]{64}$/)]),
    );
    await expect(page.locator('main').innerText()).resolves.toContain('Moving and running need JavaScript');
    await context.close();
  });
});
