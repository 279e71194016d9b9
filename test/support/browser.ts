import chromium from '@sparticuz/chromium';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium as playwright,
  type Page,
  type Request,
} from 'playwright-core';

// An emulated graphics card takes a third of the processor time of loading a page. No page draws in three dimensions.
chromium.setGraphicsMode = false;

const launch = async (): Promise<Browser> =>
  playwright.launch({
    executablePath: process.env['TEST_BROWSER'] ?? (await chromium.executablePath()),
    // The package switches web security off, without which no test sees what another site may not read.
    args: [
      ...chromium.args.filter((arg) => !/^--(single-process|no-zygote|headless|disable-web-security)/.test(arg)),
      '--disable-gpu',
      // A page of a test is gone before what the optimising compilers make of its code has paid for itself: Maglev took a
      // quarter of the processor time of every-page.
      '--js-flags=--no-opt --no-maglev',
    ],
    headless: true,
  });

/**
 * A Chromium without a window, from an npm package: nothing is downloaded or installed. Started twice at most:
 * on a busy machine it sometimes crashes before its first page.
 */
export const openBrowser = (): Promise<Browser> => launch().catch(launch);

/** A tab with its own browser context, and every error of its pages. */
export interface Tab {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Errors of scripts, of the console (content security policy included) and of requests. */
  readonly complaints: readonly string[];
}

/** How long a tab waits for what does not come: long, for a machine that is busy with other things. */
const PATIENCE_MS = 120_000;

/** Gathers from now on what is wrong with the pages of a tab. */
export const complaintsOf = (page: Page): readonly string[] => {
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(`script: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(`console: ${message.text()}`);
  });
  // A page that is left for another document, or closed, ends what it still loads: that is no complaint. An end of a request by a
  // page that stays is one. What the network, the server or a policy ends has other words.
  // A page that is being left may still ask for something: what is asked belongs to the document that is shown.
  let documents = 0;
  let shown = 0;
  const askedIn = new WeakMap<Request, number>();
  page.on('framenavigated', (frame) => {
    if (frame === page.mainFrame()) shown = documents;
  });
  page.on('request', (request) => {
    const isDocument = request.isNavigationRequest() && request.frame() === page.mainFrame();
    if (isDocument) documents += 1;
    askedIn.set(request, isDocument ? documents : shown);
  });
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText;
    const isLeft = page.isClosed() || askedIn.get(request) !== documents;
    if (reason !== 'net::ERR_ABORTED' || !isLeft) complaints.push(`request: ${request.url()} ${reason ?? ''}`);
  });
  return complaints;
};

/** Opens a tab with the given options, for instance `{ javaScriptEnabled: false }`. */
export const openTab = async (browser: Browser, options: BrowserContextOptions = {}): Promise<Tab> => {
  const context = await browser.newContext(options);
  context.setDefaultTimeout(PATIENCE_MS);
  const page = await context.newPage();
  return { page, context, complaints: complaintsOf(page) };
};
