import type { Page } from 'playwright-core';
import { afterAll, describe, expect, test } from 'vitest';
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
  const opened = await site.openTab({ viewport: { width: 1280, height: 900 } });
  tabs.set(dataset, opened);
  await opened.page.goto(`${site.url}/${dataset}`);
  return opened;
};
afterAll(() => Promise.all([...tabs.values()].map(({ context }) => context.close())));

type Counts = Readonly<Record<string, number>>;

const documentOf = async <T>(dataset: string): Promise<T> =>
  (await (await fetch(`${site.url}/static/${dataset}.json`)).json()) as T;

/** The numbers of the table with that caption: by row, by column. Rows of the same name, in several groups, are added. */
const tableOf = async (page: Page, caption: string): Promise<Record<string, Record<string, number>>> => {
  const table = page.locator('table.numbers').filter({ has: page.locator('caption', { hasText: caption }) });
  const heads = await table.locator('thead th').allTextContents();
  const numbers: Record<string, Record<string, number>> = {};
  for (const row of await table.locator('tbody tr').all()) {
    const label = ((await row.locator('th').textContent()) ?? '').trim();
    const named = (numbers[label] ??= {});
    for (const [at, cell] of (await row.locator('td').allTextContents()).entries()) {
      const head = heads[at + 1]!.trim();
      named[head] = (named[head] ?? 0) + Number(cell);
    }
  }
  return numbers;
};

/** What can be opened in or around a picture. */
const CLOSED = 'details.pictures:not([open]) > summary:visible, .chart details:not([open]) > summary:visible';

const sum = (numbers: Iterable<number>): number => [...numbers].reduce((all, one) => all + one, 0);
const valuesOf = (counts: Counts): number[] => Object.values(counts);

describe('the numbers of the pictures are those of the document', () => {
  test('identity methods and levels, observations and checks', async () => {
    const { page } = await pageOf('verified-agent-observatory');
    const { counts, entries } = await documentOf<{
      counts: { present: number; by_identity_method: Counts; by_check_result: Counts };
      entries: { observation: { observed_at?: string } }[];
    }>('verified-agent-observatory');
    const methods = Object.values(await tableOf(page, 'Records by identity method and level'));
    expect(methods.map(({ All }) => All!)).toEqual(
      valuesOf(counts.by_identity_method)
        .filter((count) => count > 0)
        .toSorted((a, b) => b - a),
    );
    for (const { All, ...levels } of methods) expect(sum(valuesOf(levels))).toBe(All);

    const months = await tableOf(page, 'Records last seen and checks run, by month');
    const seen = (month: string) =>
      entries.filter(({ observation }) => observation.observed_at?.startsWith(month)).length;
    expect(months['Aug 2026']!['Records last seen']).toBe(seen('2026-08'));
    expect(months['May 2026']!['Records last seen']).toBe(seen('2026-05'));
    expect(sum(Object.values(months).map((month) => month['Records last seen']!))).toBe(counts.present);
    expect(months['undated, or never run']!['Checks run']).toBe(counts.by_check_result['not_run']);
    expect(sum(Object.values(months).map((month) => month['Checks run']!))).toBe(
      sum(valuesOf(counts.by_check_result)) - counts.by_check_result['not_applicable']!,
    );
  });

  test('layers and levels', async () => {
    const { page } = await pageOf('agent-accountability-map');
    const { counts } = await documentOf<{ counts: { by_layer: Readonly<Record<string, Counts>> } }>(
      'agent-accountability-map',
    );
    const layers = Object.values(await tableOf(page, 'Systems by layer and level'));
    expect(layers.map(({ Covered, ...levels }) => valuesOf(levels))).toEqual(
      Object.values(counts.by_layer).map(valuesOf),
    );
    expect(layers.map(({ Covered }) => Covered)).toEqual(
      Object.values(counts.by_layer).map(({ native, partial, extension }) => native! + partial! + extension!),
    );
  });

  test('decisions by type, body and year, and every replacement', async () => {
    const { page } = await pageOf('governance-decision-memory');
    const { counts, entries } = await documentOf<{
      counts: { by_decision_type: Counts };
      entries: { body: string; title: string; decided_on?: string; supersedes?: string[]; superseded_by?: string[] }[];
    }>('governance-decision-memory');
    const types = Object.values(await tableOf(page, 'Decisions by type and year'));
    expect(types.map(({ All }) => All)).toEqual(valuesOf(counts.by_decision_type).filter((count) => count > 0));
    expect(sum(types.map((type) => type['2026']!))).toBe(
      entries.filter(({ decided_on }) => decided_on?.startsWith('2026')).length,
    );
    expect(sum(types.map(({ undated }) => undated!))).toBe(
      entries.filter(({ decided_on }) => decided_on === undefined).length,
    );

    const bodies = await tableOf(page, 'Decisions by body and year');
    for (const body of new Set(entries.map((entry) => entry.body))) {
      expect(bodies[body]?.['All'], body).toBe(entries.filter((entry) => entry.body === body).length);
    }

    const linked = entries
      .filter(({ supersedes, superseded_by }) => supersedes ?? superseded_by)
      .map(({ title }) => title);
    expect((await page.locator('.chains li a').allTextContents()).toSorted()).toEqual(linked.toSorted());
  });
});

test('a refusal is shown as a refusal in the picture and in the list', async () => {
  const { page } = await pageOf('governance-decision-memory');
  const { entries } = await documentOf<{
    entries: { title: string; decision_type: string; outcome_status: string; decided_on?: string }[];
  }>('governance-decision-memory');
  const refused = entries.filter(({ outcome_status }) => outcome_status === 'withdrawn_or_rejected');
  const declined = entries.filter(({ decision_type }) => decision_type.endsWith('_declined'));
  expect(declined.length).toBeGreaterThan(0);
  expect(refused).toEqual(expect.arrayContaining(declined));
  for (const picture of ['by who decided', 'by type']) {
    const rows = page.getByRole('list', { name: `Decisions over time, ${picture}` });
    expect(await rows.locator('.mark-refused').count()).toBe(refused.length);
    expect(await rows.locator('i').count()).toBe(entries.length);
  }
  for (const { title } of refused) {
    const row = page.locator('[data-row]', { has: page.getByRole('link', { name: title, exact: true }) });
    expect(await row.textContent(), title).toContain('Withdrawn or rejected');
  }
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
          return [...figure.querySelectorAll('.bars text, .cells, .word, .axis b')]
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

    test('every mark and every number of a picture lists as many records as it says', async () => {
      const { page, complaints } = await pageOf(dataset);
      const marks = await page.evaluate(async () => {
        const found: { says: string; listed: number; search: string }[] = [];
        for (const mark of document.querySelectorAll<HTMLAnchorElement | SVGAElement>('.chart a[href^="?"]')) {
          mark.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
          await Promise.resolve();
          found.push({
            says: mark.getAttribute('aria-label') ?? mark.querySelector('title')?.textContent ?? mark.textContent,
            listed: document.querySelectorAll('[data-row]:not([hidden])').length,
            search: location.search,
          });
        }
        return found;
      });
      expect(marks.length).toBeGreaterThan(50);
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

test('whoever goes from link to link passes the marks of a picture in one step', async () => {
  const { page, context } = await site.openTab();
  await page.goto(`${site.url}/agent-accountability-map`);
  await page.getByRole('link', { name: 'Skip the marks of this picture' }).focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  expect(await page.evaluate('document.activeElement.textContent')).toBe('The numbers by layer and level');
  await context.close();
});
