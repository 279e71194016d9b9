import { expect, test } from 'vitest';
import { accessibilityViolations } from '../support/accessibility.ts';
import { siteInBrowser } from '../support/site-in-browser.ts';

const site = siteInBrowser();

/** What makes a text hard to read: its colour, what it lies on, what shines through. */
const spoilt = {
  light: ['color: #bbb', 'background-color: #555', 'opacity: 0.3'],
  dark: ['color: #444', 'background-color: #aaa', 'opacity: 0.3'],
} as const;

test.each(['light', 'dark'] as const)(
  'one text that cannot be read is found among many that look alike, in %s',
  async (colorScheme) => {
    const { page } = await site.openTab({ colorScheme });
    await page.goto(`${site.url}/errors`);
    const texts = page.locator('main .note:visible');
    expect(await texts.count()).toBeGreaterThan(20);
    const contrast = () => accessibilityViolations(page, ['color-contrast']);
    expect(await contrast()).toEqual([]);
    for (const style of spoilt[colorScheme]) {
      const html = await texts.last().evaluate((text, css) => ((text.style.cssText = css), text.outerHTML), style);
      expect(await contrast(), style).toEqual([`color-contrast: ${html}`]);
    }
  },
);
