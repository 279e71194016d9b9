import type { Browser, BrowserContextOptions } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { openBrowser, openTab, type Tab } from './browser.ts';
import { type RunningServer, startServer } from './server.ts';

/** A service and a browser for the tests of a file. */
export const siteInBrowser = () => {
  let server: RunningServer;
  let browser: Browser;
  beforeAll(async () => {
    [server, browser] = await Promise.all([startServer(), openBrowser()]);
  });
  afterAll(async () => {
    await browser.close();
    await server.stop();
  });
  return {
    get url() {
      return server.url;
    },
    openTab: (options?: BrowserContextOptions): Promise<Tab> => openTab(browser, options),
  };
};
