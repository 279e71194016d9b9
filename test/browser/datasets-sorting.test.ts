import { describe, expect, test } from 'vitest';
import { layerNames } from '../../src/domain/datasets/accountability-map/record.ts';
import { visibleNames as names } from '../support/dataset-pages.ts';
import { siteInBrowser } from '../support/site-in-browser.ts';

const site = siteInBrowser();

describe('sorting', () => {
  test('a column sorts in one order, the other, and back, and the address follows', async () => {
    const { page, context, complaints } = await site.openTab();
    await page.goto(`${site.url}/agent-accountability-map?kind=registry`);
    const usual = await names(page);
    const header = page.getByRole('columnheader', { name: 'System', exact: true });
    const button = header.getByRole('button');
    expect(await header.getAttribute('aria-sort')).toBeNull();
    const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });
    const ups = usual.toSorted((a, b) => collator.compare(a, b));

    await button.focus();
    await page.keyboard.press('Enter');
    expect(await names(page)).toEqual(ups);
    expect(await header.getAttribute('aria-sort')).toBe('ascending');
    expect(new URL(page.url()).search).toBe('?kind=registry&sort=name');

    await button.click();
    expect(await names(page)).toEqual(ups.toReversed());
    expect(await header.getAttribute('aria-sort')).toBe('descending');
    expect(new URL(page.url()).searchParams.get('sort')).toBe('-name');

    await button.click();
    expect(await names(page)).toEqual(usual);
    expect(await header.getAttribute('aria-sort')).toBeNull();
    expect(new URL(page.url()).search).toBe('?kind=registry');
    expect(complaints).toEqual([]);
    await context.close();
  });

  test('the address sets the order: oldest decisions first, undated ones last in both orders', async () => {
    const { page, context } = await site.openTab();
    const dates = () =>
      page
        .locator('[data-row] td:nth-child(2)')
        .evaluateAll((cells) => cells.map((cell) => cell.getAttribute('data-value')));
    await page.goto(`${site.url}/governance-decision-memory`);
    const header = page.getByRole('columnheader', { name: 'Date', exact: true });
    expect(await header.getAttribute('aria-sort')).toBe('descending');
    expect((await dates()).at(-1)).toBe('');
    await page.goto(`${site.url}/governance-decision-memory?sort=date`);
    expect(await header.getAttribute('aria-sort')).toBe('ascending');
    const shown = await dates();
    const dated = shown.filter((date) => date !== '');
    expect(dated).toEqual(dated.toSorted());
    expect(shown.slice(dated.length)).toEqual(shown.filter((date) => date === ''));
    await context.close();
  });

  test('a layer sorts from native to not examined', async () => {
    const { page, context } = await site.openTab();
    await page.goto(`${site.url}/agent-accountability-map?sort=-dispute`);
    const column = 1 + layerNames.indexOf('dispute') + 1;
    const levels = await page.locator(`[data-row] td:nth-child(${column})`).allInnerTexts();
    const order = ['Native', 'Partial', 'Extension', '–', '?'];
    expect(levels.map((level) => order.indexOf(level))).toEqual(
      levels.map((level) => order.indexOf(level)).toSorted((a, b) => a - b),
    );
    expect(levels[0]).toBe('Native');
    await context.close();
  });

  test('an unknown order is the order of the page', async () => {
    const { page, context } = await site.openTab();
    await page.goto(`${site.url}/verified-agent-observatory`);
    const usual = await names(page);
    await page.goto(`${site.url}/verified-agent-observatory?sort=-nonsense`);
    expect(await names(page)).toEqual(usual);
    await context.close();
  });

  test('without room for headers, one select sorts, and going back brings the former order', async () => {
    const { page, context } = await site.openTab({ viewport: { width: 390, height: 844 } });
    await page.goto(`${site.url}/verified-agent-observatory`);
    const usual = await names(page);
    await page.getByLabel('Sort by').selectOption('Last seen first');
    expect(new URL(page.url()).searchParams.get('sort')).toBe('-seen');
    const days = await page
      .locator('[data-row]:visible')
      .evaluateAll((rows) => rows.map((row) => row.dataset['seen']!));
    expect(days).toEqual(days.toSorted().toReversed());
    await page.goBack();
    expect(await names(page)).toEqual(usual);
    expect(await page.getByLabel('Sort by').inputValue()).toBe('');
    await context.close();
  });
});
