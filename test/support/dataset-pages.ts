import type { Page } from 'playwright-core';

/** The names of the records that a dataset page shows, from top to bottom. */
export const visibleNames = (page: Page): Promise<string[]> => page.locator('[data-row]:visible th a').allInnerTexts();
