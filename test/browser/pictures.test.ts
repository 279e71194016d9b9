import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  differenceOf,
  KEPT_PICTURES,
  openView,
  pictureFile,
  type Scheme,
  schemes,
  takePicture,
  type View,
  views,
} from '../support/pictures.ts';
import { siteInBrowser } from '../support/site-in-browser.ts';

/** The share of pixels that may differ: a number that changed, an edge that is drawn otherwise. */
const TOLERANCE = 0.01;

const site = siteInBrowser();
let canvas: Page;
beforeAll(async () => {
  ({ page: canvas } = await site.openTab());
});

const keptOf = (view: View, scheme: Scheme): Buffer => readFileSync(join(KEPT_PICTURES, pictureFile(view, scheme)));

describe.each(views)('$page, $width pixels wide', (view) => {
  let page: Page;
  beforeAll(async () => {
    page = await openView(site.openTab, site.url, view);
  });
  afterAll(() => page.context().close());

  test.each(schemes)('%s looks as it was kept', async (scheme) => {
    const taken = await takePicture(page, view, scheme);
    expect(
      await differenceOf(canvas, taken, keptOf(view, scheme)),
      'npx node test/support/keep-pictures.ts keeps it as it looks now',
    ).toBeLessThan(TOLERANCE);
  });
});

test('the pictures are those of the views, and another look is seen', async () => {
  expect(readdirSync(KEPT_PICTURES).toSorted()).toEqual(
    views.flatMap((view) => schemes.map((scheme) => pictureFile(view, scheme))).toSorted(),
  );
  const [view] = views;
  expect(await differenceOf(canvas, keptOf(view!, 'light'), keptOf(view!, 'dark'))).toBeGreaterThan(TOLERANCE);
});
