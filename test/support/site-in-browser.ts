import type { Browser, BrowserContextOptions } from 'playwright-core';
import { afterAll, onTestFinished, test } from 'vitest';
import { openBrowser, openTab, type Tab } from './browser.ts';
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
    /** A tab that is closed when the test that opens it is over. */
    async openTab(options?: BrowserContextOptions): Promise<Tab> {
      const tab = await openTab(opened, options);
      onTestFinished(() => tab.context.close());
      return tab;
    },
  };
};
