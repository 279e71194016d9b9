import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser, openTab } from '../support/browser.ts';
import { differenceOf, KEPT_PICTURES, takePicture, type View, views } from '../support/pictures.ts';
import { type RunningServer, startServer } from '../support/server.ts';

/** The share of pixels that may differ: a number that changed, an edge that is drawn otherwise. */
const TOLERANCE = 0.01;

let server: RunningServer;
let browser: Browser;
let canvas: Page;

beforeAll(async () => {
  [server, browser] = await Promise.all([startServer(), openBrowser()]);
  ({ page: canvas } = await openTab(browser));
});
afterAll(async () => {
  await browser.close();
  await server.stop();
});

const keptOf = ({ name }: View): Buffer => readFileSync(join(KEPT_PICTURES, `${name}.png`));

test.each(views.map((view) => [view.name, view] as const))('%s looks as it was kept', async (_, view) => {
  const taken = await takePicture(browser, server.url, view);
  expect(
    await differenceOf(canvas, taken, keptOf(view)),
    'node test/support/keep-pictures.ts keeps it as it looks now',
  ).toBeLessThan(TOLERANCE);
});

test('the pictures are those of the views, and another look is seen', async () => {
  expect(readdirSync(KEPT_PICTURES).toSorted()).toEqual(views.map(({ name }) => `${name}.png`).toSorted());
  const dark = views.find(({ scheme }) => scheme === 'dark')!;
  const light = views.find(
    ({ path, width, scheme }) => path === dark.path && width === dark.width && scheme === 'light',
  )!;
  expect(await differenceOf(canvas, keptOf(light), keptOf(dark))).toBeGreaterThan(TOLERANCE);
});
