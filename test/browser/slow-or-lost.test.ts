import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { RUNNER } from '../support/preview-pages.ts';
import { siteInBrowser } from '../support/site-in-browser.ts';

const site = siteInBrowser();
const ORDER = '/adjudicator-work-order-pack';
const RUN = '**/work-order/run-preview';
const INDEX = '**/search-index.json';
const MINUTE_MS = 60_000;

const limited = siteInBrowser(async () => ({ RATE_LIMIT_PREVIEW: '1/600' }));

const runProblem = (page: Page) => page.locator('[data-run-refused]');

describe('the runner', () => {
  test('runs the scenario that was chosen last, also while another run is on its way', async () => {
    const { page } = await site.openTab();
    await page.goto(site.url + RUNNER, { waitUntil: 'networkidle' });
    let isFirst = true;
    await page.route(RUN, async (route) => {
      if (isFirst) isFirst = false;
      else await route.continue();
    });
    await page.locator('#scenario').selectOption('criterion_failed');
    await page.locator('#scenario').selectOption('no_evidence');
    await page.getByRole('heading', { name: 'Your run: no evidence' }).waitFor();
  });

  test('says beyond the limit when to try again, and so does the page of work orders', async () => {
    const { page } = await limited.openTab();
    await page.goto(limited.url + ORDER);
    await page.getByRole('button', { name: 'The sample' }).click();
    await page.getByRole('heading', { name: 'Your pack' }).waitFor();
    await page.getByRole('button', { name: 'Make the pack' }).click();
    await page.getByText('Try again in').waitFor();
    await page.goto(limited.url + RUNNER, { waitUntil: 'networkidle' });
    await page.locator('#scenario').selectOption('no_evidence');
    await runProblem(page).getByText('Try again in').waitFor();
  });

  test('says what came where something else answers in place of the service', async () => {
    const { page } = await site.openTab();
    await page.goto(site.url + RUNNER, { waitUntil: 'networkidle' });
    await page.route(RUN, (route) =>
      route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad gateway</h1>' }),
    );
    await page.getByRole('button', { name: 'New run' }).click();
    await runProblem(page).getByText('What came has the status 502.').waitFor();
    const headers = { 'Retry-After': 'Wed, 21 Oct 2026 07:28:00 GMT' };
    await page.route(RUN, (route) => route.fulfill({ status: 503, headers, json: { message: 'busy' } }));
    await page.getByRole('button', { name: 'New run' }).click();
    await runProblem(page).getByText('What came has the status 503.').waitFor();
  });
});

describe('the verifier', () => {
  test('says that it waits for the keys of the service, and without them shows the rest and that they did not come', async () => {
    const { page } = await site.newTab();
    await page.goto(`${site.url}/verify`, { waitUntil: 'networkidle' });
    await page.clock.install();
    await page.route('**/static/keys.json', () => {});
    const asked = page.waitForRequest('**/static/keys.json');
    await page.getByRole('button', { name: 'example decision receipt' }).click();
    await asked;
    expect(await page.getByRole('button', { name: 'Verifying …' }).isVisible()).toBe(true);
    await page.clock.fastForward(MINUTE_MS);
    await page.getByRole('heading', { name: 'Intact. Signer and age unknown.' }).waitFor();
    await page.getByRole('alert').getByText('The keys of this service could not be fetched').waitFor();
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Verify', exact: true }).click();
    await page.getByRole('alert').waitFor({ state: 'hidden' });
    await page.locator('[data-answer="from_whom"]').getByText('pass', { exact: true }).waitFor();
  });
});

test('the search of a list says that it waits for the index, and after a minute that none came', async () => {
  const { page } = await site.newTab();
  await page.clock.install();
  await page.route(INDEX, () => {});
  await page.goto(`${site.url}/agent-accountability-map?q=concordium`);
  const status = page.getByRole('status');
  await status.getByText('Searching …').waitFor();
  await page.clock.fastForward(MINUTE_MS);
  await status.getByText('The index could not be loaded').waitFor();
});
