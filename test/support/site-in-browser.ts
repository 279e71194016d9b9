import type { Browser, BrowserContextOptions } from 'playwright-core';
import { afterAll, onTestFinished, test } from 'vitest';
import { complaintsOf, openBrowser, openTab, type Tab } from './browser.ts';
import { type HostedService, hostService } from './hosted-service.ts';

/** Started for the first file of a worker that needs it, and used by all of its files: each tab has a context of its own. */
const shared = test
  .extend('browser', { scope: 'worker' }, async ({}, { onCleanup }) => {
    const browser = await openBrowser();
    onCleanup(() => browser.close());
    return browser;
  })
  .extend('server', { scope: 'worker' }, async ({}, { onCleanup }) => {
    const server = await hostService();
    onCleanup(() => server.end());
    return server;
  });

/** What a tab that serves one test after the other can be told for each of them. */
type Look = Pick<BrowserContextOptions, 'viewport' | 'colorScheme' | 'javaScriptEnabled' | 'permissions'>;

/** The tabs of this worker with scripts and without: a tab that has shown a page of a site shows the next for a third. */
const tabs = new Map<boolean, Tab>();

/** Makes a tab as good as new, on a page of nothing but text. What the browser keeps of files stays. */
const tidy = async ({ page, context }: Tab, url: string): Promise<void> => {
  for (const event of ['request', 'requestfailed', 'requestfinished', 'console', 'pageerror'])
    page.removeAllListeners(event);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await context.setOffline(false);
  await context.clearPermissions();
  await page.goto(`${url}/robots.txt`);
  await page.evaluate('localStorage.clear(); sessionStorage.clear()');
};

/**
 * A service and a browser for the tests of a file.
 * @param settings makes the settings of a service of the file's own; without them, other files have sent to the service, too.
 */
export const siteInBrowser = (settings?: () => Promise<Readonly<Record<string, string>>>) => {
  let site: HostedService;
  let opened: Browser;
  shared.beforeAll(({ browser }) => void (opened = browser));
  if (settings) {
    shared.beforeAll(async () => void (site = await hostService(await settings())));
    afterAll(() => site.end());
  } else shared.beforeAll(({ server }) => void (site = server));
  return {
    get url() {
      return site.url;
    },
    /** A tab that its caller closes: one for several tests, or for one of several that run at the same time. */
    keepTab: (options?: BrowserContextOptions): Promise<Tab> => openTab(opened, options),
    /** The tab of this worker, as good as new but for files that the browser keeps. A test has one of them at a time. */
    async openTab({ viewport, colorScheme, javaScriptEnabled = true, permissions = [] }: Look = {}): Promise<Tab> {
      const tab = tabs.get(javaScriptEnabled) ?? (await openTab(opened, { javaScriptEnabled }));
      tabs.set(javaScriptEnabled, tab);
      const { page, context } = tab;
      await page.setViewportSize(viewport ?? { width: 1280, height: 720 });
      await page.emulateMedia({ media: null, colorScheme: colorScheme ?? 'light' });
      await context.grantPermissions([...permissions]);
      onTestFinished(() => tidy(tab, site.url));
      return { page, context, complaints: complaintsOf(page) };
    },
    /** A tab of a browser that kept nothing, which is closed when the test that opens it is over. */
    async newTab(options?: BrowserContextOptions): Promise<Tab> {
      const tab = await openTab(opened, options);
      onTestFinished(() => tab.context.close());
      return tab;
    },
  };
};
