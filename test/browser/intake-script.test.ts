import { readFile } from 'node:fs/promises';
import { describe, expect, test, vi } from 'vitest';
import { sha256Hex } from '../../src/domain/json/hash.ts';
import type { Tab } from '../support/browser.ts';
import { intakeTotal } from '../support/intake-total.ts';
import { newStore, startServer } from '../support/server.ts';
import { siteInBrowser } from '../support/site-in-browser.ts';
import { openTcpProxy } from '../support/tcp-proxy.ts';

const site = siteInBrowser();

const openForm = async (): Promise<Tab> => {
  const tab = await site.openTab();
  await tab.page.goto(`${site.url}/intake`);
  return tab;
};

describe('the script of the intake form', () => {
  test('fills in the kind and the record that a record page names, when a fault in it is reported', async () => {
    const { page, context, complaints } = await site.openTab({ javaScriptEnabled: true });
    await page.goto(`${site.url}/agent-accountability-map/erc-8004`);
    await page.getByRole('link', { name: 'report it' }).click();
    await page.waitForURL(/\/intake\?kind=bug&subject=/);
    await expect(page.getByLabel('What is it about?').inputValue()).resolves.toBe('bug');
    await expect(page.getByLabel('Your request').inputValue()).resolves.toMatch(
      /^About \S+\/agent-accountability-map\/erc-8004:\n\n$/,
    );
    expect(complaints).toEqual([]);
    await context.close();
  });

  test('writes a text from right to left as its first letters do', async () => {
    const { page, context } = await openForm();
    const body = page.getByLabel('Your request');
    await body.fill('من يدير هذا الوكيل؟');
    expect(await body.evaluate((box) => getComputedStyle(box).direction)).toBe('rtl');
    await context.close();
  });

  test('counts code points as the service does', async () => {
    const { page, context } = await openForm();
    await page.getByLabel('Your request').fill('é👩‍🚀');
    await expect(page.locator('[data-count]').innerText()).resolves.toBe('4 of 4,000 characters');
    await page.getByLabel('Your request').fill('🙂'.repeat(4_001));
    await page.getByRole('button', { name: 'Send the request' }).click();
    await expect(page.getByRole('alert').getByRole('link').innerText()).resolves.toBe(
      'Your request has 4,001 characters; shorten it by 1 character, to at most 4,000 characters.',
    );
    await context.close();
  });

  test('says that it cannot know when no answer comes, and stores the request once, also after a reload', async () => {
    const { page, context } = await openForm();
    const before = await intakeTotal(site.url);
    let lost = 0;
    await page.route('**/api/intake', async (route) => {
      lost += 1;
      if (lost > 3) return route.continue();
      // The answer is lost on its way back: the request itself arrives.
      await route.fetch();
      return lost === 1 ? route.abort() : route.fulfill({ status: lost === 2 ? 502 : 200, body: '<h1>Sign in</h1>' });
    });
    await page.getByLabel('Your request').fill('Sent over a bad line');
    await page.getByRole('button', { name: 'Send the request' }).click();
    const alert = page.getByRole('alert');
    await alert.getByText('cannot know whether your request was stored').waitFor();
    await alert.getByText('Sending it again is safe').waitFor();
    await alert.getByRole('heading', { name: 'No receipt came' }).waitFor();
    await page.reload();
    expect(await page.getByLabel('Your request').inputValue()).toBe('Sent over a bad line');
    for (const _ of ['an answer of a proxy', 'the page of a network that wants a sign-in']) {
      await page.getByRole('button', { name: 'Send the request' }).click();
      await alert.getByText('cannot know whether your request was stored').waitFor();
      await page.evaluate('document.querySelector("#problems").hidden = true');
    }
    await page.getByRole('button', { name: 'Send the request' }).dblclick();
    await page.waitForURL(/\/intake\/[0-9a-z]{24}$/);
    expect(await intakeTotal(site.url)).toBe(before + 1);
    await context.close();
  });

  test('waits a minute for an answer, and then says that it cannot know', async () => {
    const { page, context } = await openForm();
    await page.clock.install();
    await page.getByLabel('Your request').fill('Is anybody there?');
    await page.route('**/api/intake', () => {});
    await page.getByRole('button', { name: 'Send the request' }).click();
    await page.getByRole('button', { name: 'Sending' }).waitFor();
    await page.clock.fastForward(60_000);
    await page.getByText('this page cannot know whether your request was stored').waitFor();
    await expect(page.getByLabel('Your request').inputValue()).resolves.toBe('Is anybody there?');
    await context.close();
  });

  test('stores a request once, as it says, when the service is killed before its answer arrives', async () => {
    const DATABASE_URL = await newStore();
    const killed = await startServer({ DATABASE_URL });
    const { port: PORT } = new URL(killed.url);
    const line = await openTcpProxy(Number(PORT));
    const { page, context } = await site.openTab();
    await page.goto(`http://127.0.0.1:${line.port}/intake`);
    await page.getByLabel('Your request').fill('Sent to a service that dies');
    line.set('lose-answers');
    await page.getByRole('button', { name: 'Send the request' }).click();
    await vi.waitFor(() => expect(killed.output()).toMatch(/"route":"\/api\/intake","status":201/), 20_000);
    await killed.stop('SIGKILL');
    line.breakConnections();
    await page.getByRole('alert').getByText('cannot know whether your request was stored').waitFor();
    const started = await startServer({ DATABASE_URL, PORT });
    line.set('pass');
    await page.getByRole('button', { name: 'Send the request' }).click();
    await page.waitForURL(/\/intake\/[0-9a-z]{24}$/);
    const summary = await fetch(`${started.url}/api/intake/summary`);
    expect(await summary.json()).toMatchObject({ total: 1 });
    await context.close();
    await line.close();
    await started.end();
  });

  test('keeps what is typed through a reload, says so, and forgets it once it is sent', async () => {
    const { page, context } = await openForm();
    await page.getByText('What you type stays in this tab').waitFor();
    await page.getByLabel('What is it about?').selectOption('media');
    await page.getByLabel('Your request').fill('Half a sentence, and then');
    await page.getByLabel('Your name').fill('A reader');
    await page.reload();
    expect(await page.getByLabel('What is it about?').inputValue()).toBe('media');
    expect(await page.getByLabel('Your request').inputValue()).toBe('Half a sentence, and then');
    expect(await page.getByLabel('Your name').inputValue()).toBe('A reader');
    await page.getByRole('button', { name: 'Send the request' }).click();
    await page.waitForURL(/\/intake\/[0-9a-z]{24}$/);
    expect(await page.evaluate('sessionStorage.length')).toBe(0);
    await page.goto(`${site.url}/intake`);
    expect(await page.getByLabel('Your request').inputValue()).toBe('');
    await context.close();
  });

  test('prefers what is typed before its script has come to what it kept', async () => {
    const { page, context } = await openForm();
    await page.getByLabel('Your request').fill('An old text');
    await page.getByLabel('Your name').fill('A reader');
    let release = (): void => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    await page.route('**/*.js', async (route) => (await released, route.continue()));
    await page.goto(`${site.url}/intake`, { waitUntil: 'commit' });
    await page.getByLabel('Your request').fill('A new text');
    release();
    await page.getByText('What you type stays in this tab').waitFor();
    expect(await page.getByLabel('Your request').inputValue()).toBe('A new text');
    expect(await page.getByLabel('Your name').inputValue()).toBe('A reader');
    await context.close();
  });

  test('keeps nothing of a robot', async () => {
    const { page, context } = await openForm();
    await page.getByLabel('Your request').fill('Buy cheap things');
    await page.locator('[name=website]').fill('https://example.org', { force: true });
    expect(await page.evaluate('sessionStorage.length')).toBe(0);
    await page.getByRole('button', { name: 'Send the request' }).click();
    await page.waitForURL(/\/intake\/[0-9a-z]{24}$/);
    expect(await page.evaluate('sessionStorage.length')).toBe(0);
    await context.close();
  });

  test('works where the browser keeps nothing, and does not promise it', async () => {
    const { page, context, complaints } = await site.openTab();
    await page.addInitScript(
      "Object.defineProperty(window, 'sessionStorage', { get() { throw new DOMException('denied', 'SecurityError'); } });",
    );
    await page.goto(`${site.url}/intake`);
    await page.getByLabel('Your request').fill('Typed without storage');
    expect(await page.getByText('What you type stays in this tab').isVisible()).toBe(false);
    await page.getByRole('button', { name: 'Send the request' }).click();
    await page.waitForURL(/\/intake\/[0-9a-z]{24}$/);
    expect(await page.getByRole('link', { name: 'Download text and receipt' }).isVisible()).toBe(false);
    expect(complaints).toEqual([]);
    await context.close();
  });

  test('sends although the browser has no room to keep the text', async () => {
    const { page, context, complaints } = await openForm();
    await page.evaluate(`for (let size = 2 ** 22; size >= 1; size /= 2)
      for (let at = 0; at < 3; at += 1) try { sessionStorage.setItem(size + '-' + at, 'x'.repeat(size)); } catch {}
      // There is room for some characters, but not for a draft.
      sessionStorage.removeItem('64-0');`);
    await page.getByLabel('Your request').fill('Typed with a full storage');
    await page.getByRole('button', { name: 'Send the request' }).click();
    await page.waitForURL(/\/intake\/[0-9a-z]{24}$/);
    expect(complaints).toEqual([]);
    await context.close();
  });

  test('offers the file no more to whoever comes back to the page of the receipt', async () => {
    const { page, context } = await openForm();
    await page.getByLabel('Your request').fill('Read on a shared computer');
    await page.getByRole('button', { name: 'Send the request' }).click();
    const link = page.getByRole('link', { name: 'Download text and receipt' });
    await link.waitFor();
    // What a browser says that keeps the page as it is; this one would keep none.
    await page.evaluate('dispatchEvent(new PageTransitionEvent("pagehide", { persisted: true }))');
    expect(await link.isVisible()).toBe(false);
    await context.close();
  });

  test('gives text and receipt as one file, which the verifier finds intact', async () => {
    const { page, context, complaints } = await openForm();
    const body = 'Keep this.\n"Exactly" as I wrote it: naïve 🤝';
    await page.getByLabel('Your request').fill(body);
    await page.getByRole('button', { name: 'Send the request' }).click();
    await page.waitForURL(/\/intake\/[0-9a-z]{24}$/);
    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Download text and receipt' }).click();
    const file = await (await download).path();
    const { request, receipt } = JSON.parse(await readFile(file, 'utf8')) as {
      request: { body: string };
      receipt: Record<string, unknown>;
    };
    expect(request.body).toBe(body);
    expect(receipt['body_sha256']).toBe(sha256Hex(body));
    await page.goto(`${site.url}/verify`);
    await page.getByLabel('File').setInputFiles(file);
    await page.getByText('The given text is the one that the receipt is for.').waitFor();
    expect(await page.locator('[data-kind]').innerText()).toBe('intake receipt');

    const forged = JSON.stringify({ request: { ...request, body: 'Something else' }, receipt });
    await page.getByLabel('Document').fill(forged);
    await page.getByRole('button', { name: 'Verify', exact: true }).click();
    await page.getByText('The given text is not the one that the receipt is for.').waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  });

  test('shows what the service refuses, in its own words', async () => {
    const { page, context } = await openForm();
    await page.route('**/api/intake', (route) =>
      route.fulfill({
        status: 503,
        headers: { 'Retry-After': '7' },
        contentType: 'application/problem+json',
        body: JSON.stringify({ code: 'storage_unavailable', errors: [] }),
      }),
    );
    await page.getByLabel('Your request').fill('Sent to a full disk');
    await page.getByRole('button', { name: 'Send the request' }).click();
    await page.getByRole('alert').getByText('Send it again in 7 seconds.').waitFor();
    expect(await page.getByLabel('Your request').inputValue()).toBe('Sent to a full disk');
    await context.close();
  });
});
