import { describe, expect, test } from 'vitest';
import type { Tab } from '../support/browser.ts';
import { siteInBrowser } from '../support/site-in-browser.ts';

const site = siteInBrowser();

/** The form has no script: what holds without JavaScript holds with it. */
const openForm = async (): Promise<Tab> => {
  const tab = await site.keepTab({ javaScriptEnabled: false });
  await tab.page.goto(`${site.url}/intake`);
  return tab;
};

describe('the intake form without JavaScript', () => {
  test('says what is wrong next to the fields, links to them, and keeps every word', async () => {
    const { page } = await openForm();
    const contact = 'x'.repeat(321);
    await page.getByLabel('What is it about?').selectOption('bug');
    await page.getByLabel('Your request').fill('🙂🙂');
    await page.getByLabel('Your name').fill('"><script>alert(1)</script>');
    await page.getByLabel('E-mail address or handle').fill(contact);
    await page.getByRole('button', { name: 'Send the request' }).click();

    const summary = page.getByRole('alert');
    await summary.waitFor();
    await expect(summary.getByRole('link').allInnerTexts()).resolves.toEqual([
      'Your request has 2 characters; write at least 3.',
      'The contact has 321 characters; shorten it by 1 character, to at most 320 characters.',
    ]);
    const body = page.getByLabel('Your request');
    expect(await body.getAttribute('aria-invalid')).toBe('true');
    await expect(page.locator('#body-problem').innerText()).resolves.toContain('write at least 3');
    await summary.getByRole('link').first().click();
    expect(await page.evaluate('document.activeElement?.id').catch(() => 'body')).toBe('body');

    expect(await page.getByLabel('What is it about?').inputValue()).toBe('bug');
    expect(await body.inputValue()).toBe('🙂🙂');
    expect(await page.getByLabel('Your name').inputValue()).toBe('"><script>alert(1)</script>');
    expect(await page.getByLabel('E-mail address or handle').inputValue()).toBe(contact);
    await body.fill('🙂🙂🙂');
    await page.getByLabel('E-mail address or handle').fill('');
    await page.getByRole('button', { name: 'Send the request' }).click();
    await page.waitForURL(/\/intake\/[0-9a-z]{24}$/);
  });

  test('works with the keyboard alone', async () => {
    const { page } = await openForm();
    await page.keyboard.press('Tab');
    expect(await page.locator(':focus').innerText()).toBe('Skip to content');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    expect(await page.locator(':focus').getAttribute('name')).toBe('kind');
    const seen: (string | null)[] = [];
    for (const text of ['Typed without a mouse', 'Nobody', 'nobody@example.org']) {
      await page.keyboard.press('Tab');
      seen.push(await page.locator(':focus').getAttribute('name'));
      await page.keyboard.type(text);
    }
    expect(seen).toEqual(['body', 'from', 'contact']);
    await page.keyboard.press('Tab');
    expect(await page.locator(':focus').innerText()).toBe('Send the request');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/intake\/[0-9a-z]{24}$/);
  });
});
