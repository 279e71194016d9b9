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

/** Opens the runner page at a run of the sample, and waits until it shows it. @param url the base address. */
export const openRun = async (page: Page, url: string, scenario: string): Promise<void> => {
  await page.goto(url + RUNNER);
  await page.getByLabel('Scenario').selectOption(scenario);
  await page.getByRole('heading', { name: `Your run: ${scenario.replaceAll('_', ' ')}` }).waitFor();
};
