import { describe, expect, test } from 'vitest';
import { siteInBrowser } from '../support/site-in-browser.ts';

const site = siteInBrowser();

describe('the page /verify, where the network is lost', () => {
  test('says that its checks could not be loaded, where the network is lost before', async () => {
    const { page, context } = await site.openTab();
    await page.goto(`${site.url}/verify`, { waitUntil: 'networkidle' });
    await context.setOffline(true);
    await page.getByRole('button', { name: 'example runner receipt' }).click();
    await page.getByRole('alert').getByText('could not be loaded').waitFor();
    expect(await page.locator('section[data-result]').isVisible()).toBe(false);
    await context.close();
  });
});
