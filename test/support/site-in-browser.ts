import type { Browser, BrowserContextOptions } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { openBrowser, openTab, type Tab } from './browser.ts';
import { type RunningServer, startServer } from './server.ts';

/** A service and a browser for the tests of a file. @param settings makes the settings of the service */
export const siteInBrowser = (settings = (): Promise<Readonly<Record<string, string>>> => Promise.resolve({})) => {
  let server: RunningServer;
  let browser: Browser;
  beforeAll(async () => {
    [server, browser] = await Promise.all([settings().then((made) => startServer(made)), openBrowser()]);
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
