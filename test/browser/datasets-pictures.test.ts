import type { Page } from 'playwright-core';
import { afterAll, describe, expect, test } from 'vitest';
import { layerTerms } from '../../src/domain/datasets/accountability-map/terms.ts';
import { accessibilityViolations } from '../support/accessibility.ts';
import type { Tab } from '../support/browser.ts';
import { siteInBrowser } from '../support/site-in-browser.ts';

const site = siteInBrowser();

type Dataset = 'verified-agent-observatory' | 'agent-accountability-map' | 'governance-decision-memory';
/** Each page is loaded once; the tests that follow its pictures' links come after those that only look. */
const tabs = new Map<Dataset, Tab>();
const pageOf = async (dataset: Dataset): Promise<Tab> => {
  const known = tabs.get(dataset);
  if (known) return known;
  const opened = await site.keepTab({ viewport: { width: 1280, height: 900 } });
  tabs.set(dataset, opened);
  await opened.page.goto(`${site.url}/${dataset}`);
  return opened;
};
afterAll(() => Promise.all([...tabs.values()].map(({ context }) => context.close())));

type Counts = Readonly<Record<string, number>>;

const documentOf = async <T>(dataset: string): Promise<T> =>
  (await (await fetch(`${site.url}/static/${dataset}.json`)).json()) as T;

/** What the marks of a row of a picture say: by the row, each mark's last words and its number. */
const marksOf = (page: Page, label: string): Promise<Record<string, Record<string, number>>> =>
  page.getByRole('list', { name: label, exact: true }).evaluate((list) => {
    const rows: Record<string, Record<string, number>> = {};
    for (const row of list.querySelectorAll('li:not(.axis)')) {
      const name = row.querySelector('.word')!.textContent.trim();
      rows[name] = {};
      for (const mark of row.querySelectorAll('a:not(.word)')) {
        const says = mark.getAttribute('aria-label') ?? mark.querySelector('title')!.textContent;
        const [, words = '', count] = /^(.*): (\d+)/.exec(says.slice(name.length))!;
        rows[name][words.replace(/^, /, '')] = Number(count);
      }
    }
    return rows;
  });

/** What can be opened in or around a picture. */
const CLOSED = 'details.pictures:not([open]) > summary:visible';

const sum = (numbers: Iterable<number>): number => [...numbers].reduce((all, one) => all + one, 0);
const valuesOf = (counts: Counts): number[] => Object.values(counts);

describe('the numbers of the pictures are those of the document', () => {
  test('layers and levels', async () => {
    const { page } = await pageOf('agent-accountability-map');
    const { counts } = await documentOf<{ counts: { by_layer: Readonly<Record<string, Counts>> } }>(
      'agent-accountability-map',
    );
    const layers = await marksOf(page, 'Systems by layer and level of coverage');
    for (const [name, levels] of Object.entries(counts.by_layer)) {
      const { label } = layerTerms[name as keyof typeof layerTerms];
      const said = Object.entries(levels).flatMap(([level, count]) =>
        count > 0 ? [[level.replace('_', ' '), count] as const] : [],
      );
      expect(layers[label], label).toEqual(Object.fromEntries(said));
    }
  });

  test('decisions by body, with every refusal as one', async () => {
    const { page } = await pageOf('governance-decision-memory');
    const { entries } = await documentOf<{ entries: { outcome_status: string; decided_on?: string }[] }>(
      'governance-decision-memory',
    );
    const rows = Object.values(await marksOf(page, 'Decisions over time, by who decided'));
    expect(sum(rows.flatMap(valuesOf))).toBe(entries.length);
    expect(sum(rows.flatMap((row) => row['undated'] ?? []))).toBe(
      entries.filter(({ decided_on }) => decided_on === undefined).length,
    );
    const refused = entries.filter(({ outcome_status }) => outcome_status === 'withdrawn_or_rejected');
    expect(await page.locator('.dots .mark-refused').count()).toBe(refused.length);
  });
});

describe.each(['verified-agent-observatory', 'agent-accountability-map', 'governance-decision-memory'] as const)(
  '%s',
  (dataset) => {
    test.each([390, 1280])('draws each picture once, within %i pixels', async (width) => {
      const { page } = await pageOf(dataset);
      await page.setViewportSize({ width, height: 900 });
      const closed = page.locator(CLOSED);
      while ((await closed.count()) > 0) await closed.first().click();
      expect(await page.locator('figure.chart:visible').count()).toBe(await page.locator('figure.chart').count());
      const outside = await page.locator('figure.chart').evaluateAll((figures) =>
        figures.flatMap((figure) => {
          const frame = figure.getBoundingClientRect();
          return [...figure.querySelectorAll('.bars text:not(.unfit), .cells, .word, .axis b')]
            .map((mark) => ({ says: mark.textContent.trim(), box: mark.getBoundingClientRect() }))
            .filter(({ box }) => box.left < frame.left - 1 || box.right > frame.right + 1)
            .map(({ says }) => says);
        }),
      );
      expect(outside).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
      // Every mark can be hit on a phone, too. With everything opened on a desk, every-page.test.ts looks at it.
      if (width === 390) expect(await accessibilityViolations(page)).toEqual([]);
    });

    test('every mark of a picture lists as many records as it says', async () => {
      const { page, complaints } = await pageOf(dataset);
      const marks = await page.evaluate(async () => {
        const found: { says: string; listed: number; search: string }[] = [];
        for (const mark of document.querySelectorAll<HTMLAnchorElement | SVGAElement>('.chart a[href^="?"]')) {
          // As the link does, without loading the page again.
          history.pushState(null, '', new URL(mark.getAttribute('href')!, location.href));
          dispatchEvent(new PopStateEvent('popstate'));
          await Promise.resolve();
          found.push({
            says: mark.getAttribute('aria-label') ?? mark.querySelector('title')?.textContent ?? mark.textContent,
            listed: document.querySelectorAll('[data-row]:not([hidden])').length,
            search: location.search,
          });
        }
        return found;
      });
      expect(marks.length).toBeGreaterThan(30);
      for (const { says, listed, search } of marks) {
        const count = /(\d+)(?: decisions?)?$/.exec(says.trim())?.[1];
        // A record has several checks, and a row of a picture is named by words alone.
        const isCount = count !== undefined && (/: \d/.test(says) || /^\d+$/.test(says.trim()));
        if (isCount && !/[?&](check|run)=/.test(search)) expect(listed, `${says} ${search}`).toBe(Number(count));
        else expect(listed, `${says} ${search}`).toBeGreaterThan(0);
      }
      expect(complaints).toEqual([]);
    });
  },
);

test('the keyboard passes the marks of a picture in one step', async () => {
  const { page } = await site.openTab();
  await page.goto(`${site.url}/agent-accountability-map`);
  await page.getByRole('link', { name: 'Skip the marks of this picture' }).focus();
  await page.keyboard.press('Enter');
  expect(await page.evaluate('document.activeElement.id')).toBe('after-coverage');
});
