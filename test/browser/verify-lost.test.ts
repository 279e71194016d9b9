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

  test('says that its program has not arrived, where its form stays closed', async () => {
    const { page, context } = await site.openTab();
    await page.route('**/*.js', (route) => route.abort());
    await page.goto(`${site.url}/verify`);
    const notice = page.getByText('has not arrived');
    expect(await notice.isVisible()).toBe(false);
    await notice.waitFor();
    expect(await page.getByRole('button', { name: 'Verify', exact: true }).isDisabled()).toBe(true);
    await page.unrouteAll();
    await page.reload();
    await page.getByRole('button', { name: 'example runner receipt' }).click();
    expect(await notice.isVisible()).toBe(false);
    await context.close();
  });
});
