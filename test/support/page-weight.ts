import type { Page } from 'playwright-core';

/** The most bytes that HTML, style sheets and scripts of a page may be over the wire, header fields included. */
export const MOST_WEIGHT = 66_000;

/** What counts as the weight of a page: not pictures, the typeface and data that a page asks for. */
const WEIGHED: ReadonlySet<string> = new Set(['Document', 'Stylesheet', 'Script']);

/** Loads an address without what the browser keeps. @returns the weight of the page in bytes, as they came over the wire. */
export const weigh = async (page: Page, address: string): Promise<number> => {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.setCacheDisabled', { cacheDisabled: true });
  const weighed = new Set<string>();
  let weight = 0;
  session.on('Network.responseReceived', ({ requestId, type }) => WEIGHED.has(type) && weighed.add(requestId));
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (weighed.has(requestId)) weight += encodedDataLength;
  });
  await page.goto(address, { waitUntil: 'networkidle' });
  await session.detach();
  return weight;
};
