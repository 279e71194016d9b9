import type { Page } from 'playwright-core';

/** The page of the simulated run. */
export const RUNNER = '/adjudicator-work-order-runner';

/** The preview pages of adjudication. */
export const previews = [
  '/adjudicator-evidence-pack',
  '/adjudicator-work-order-pack',
  RUNNER,
  '/adjudicator-agent-escrow-pr',
] as const;

/** The checks that /verify shows, as `result id`. */
export const checksOf = async (page: Page): Promise<string[]> => {
  await page.locator('section[data-result]').waitFor();
  return page
    .locator('[data-checks] li')
    .evaluateAll((items) =>
      items.map(
        (item) => `${item.querySelector('.badge')!.textContent} ${item.querySelector('[data-id]')!.textContent}`,
      ),
    );
};

/** Runs a sample on the runner page and waits for what it shows. */
export const runSample = async (page: Page, scenario: string, seed: string): Promise<void> => {
  await page.getByLabel('Scenario').selectOption(scenario);
  await page.getByLabel('Seed').fill(seed);
  await page.getByRole('button', { name: 'Run the sample' }).click();
  await page.getByRole('heading', { name: /^Your run/ }).waitFor();
};
