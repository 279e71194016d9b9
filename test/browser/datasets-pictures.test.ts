import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, describe, expect, test } from 'vitest';
import type { MapDocument, MapRecord } from '../../src/domain/datasets/accountability-map/record.ts';
import { coveringLevels, layerTerms } from '../../src/domain/datasets/accountability-map/terms.ts';
import { accessibilityViolations } from '../support/accessibility.ts';
import type { Tab } from '../support/browser.ts';
import { siteInBrowser } from '../support/site-in-browser.ts';

const site = siteInBrowser();

type Dataset = 'agent-accountability-map' | 'governance-decision-memory';
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
        const says = mark.getAttribute('title')!;
        const [, words = '', count] = /^(.*): (\d+)/.exec(says.slice(name.length))!;
        rows[name][words.replace(/^, /, '')] = Number(count);
      }
    }
    return rows;
  });

/** What the axis of years says about itself. */
const YEARS = 'years without any are left out';

/** What can be opened in or around a picture. */
const CLOSED = 'details.pictures:not([open]) > summary:visible';

const sum = (numbers: Iterable<number>): number => [...numbers].reduce((all, one) => all + one, 0);
const valuesOf = (counts: Counts): number[] => Object.values(counts);

describe('the numbers of the pictures are those of the document', () => {
  test('systems by layer and year', async () => {
    const { page } = await pageOf('agent-accountability-map');
    const { counts } = await documentOf<MapDocument>('agent-accountability-map');
    const layers = await marksOf(page, `Systems by layer and year of first publication; ${YEARS}`);
    for (const [name, levels] of Object.entries(counts.by_layer)) {
      const covered = coveringLevels.map((level) => levels[level]);
      expect(sum(valuesOf(layers[layerTerms[name as keyof typeof layerTerms].label]!)), name).toBe(sum(covered));
    }
  });

  test('decisions by body, with every refusal as one', async () => {
    const { page } = await pageOf('governance-decision-memory');
    const { entries } = await documentOf<{ entries: { outcome_status: string; decided_on?: string }[] }>(
      'governance-decision-memory',
    );
    const rows = Object.values(await marksOf(page, `Decisions over time, by who decided; ${YEARS}`));
    expect(sum(rows.flatMap(valuesOf))).toBe(entries.length);
    expect(sum(rows.flatMap((row) => row['undated'] ?? []))).toBe(
      entries.filter(({ decided_on }) => decided_on === undefined).length,
    );
    const refused = entries.filter(({ outcome_status }) => outcome_status === 'withdrawn_or_rejected');
    expect(await page.locator('#who-decided .dots .refused').count()).toBe(refused.length);
  });
});

describe.each(['agent-accountability-map', 'governance-decision-memory'] as const)('%s', (dataset) => {
  test.each([390, 1280])('draws each picture once, within %i pixels', async (width) => {
    const { page } = await pageOf(dataset);
    await page.setViewportSize({ width, height: 900 });
    const closed = page.locator(CLOSED);
    while ((await closed.count()) > 0) await closed.first().click();
    expect(await page.locator('figure.chart:visible').count()).toBe(await page.locator('figure.chart').count());
    const outside = await page.locator('figure.chart').evaluateAll((figures) =>
      figures.flatMap((figure) => {
        const frame = figure.getBoundingClientRect();
        return [...figure.querySelectorAll('.cells, .word, .axis .first b')]
          .map((mark) => ({ says: mark.textContent.trim(), box: mark.getBoundingClientRect() }))
          .filter(({ box }) => box.left < frame.left - 1 || box.right > frame.right + 1)
          .map(({ says }) => says);
      }),
    );
    expect(outside).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
    // From the top, where the bar of the filters lies over no row.
    await page.evaluate('scrollTo({ top: 0, behavior: "instant" })');
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
          says: mark.getAttribute('title') ?? mark.textContent,
          listed: document.querySelectorAll('[data-row]:not([hidden])').length,
          search: location.search,
        });
      }
      return found;
    });
    expect(marks.length).toBeGreaterThan(30);
    for (const { says, listed, search } of marks) {
      // A row of a picture is named by words alone.
      const count = /: (\d+)$/.exec(says)?.[1];
      if (count === undefined) expect(listed, `${says} ${search}`).toBeGreaterThan(0);
      else expect(listed, `${says} ${search}`).toBe(Number(count));
    }
    expect(complaints).toEqual([]);
  });
});

const coveredBy = ({ layers }: MapRecord) =>
  Object.entries(layers).flatMap(([name, { level }]) => (coveringLevels.includes(level) ? [name] : []));
const median = (numbers: readonly number[]) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];
const numbersIn = (text: string) => [...text.matchAll(/\d+/g)].map(Number);

/** What the title of each picture says, counted once more. */
const findings = {
  'systems-by-year': async () => {
    const { entries } = await documentOf<MapDocument>('agent-accountability-map');
    const dated = entries
      .map((one) => ({ year: Number((one.first_public ?? one.created_on)?.slice(0, 4)), covered: coveredBy(one) }))
      .filter(({ year }) => year > 0);
    const since = Math.max(
      ...dated.map(({ year }) => year).filter((at) => 2 * dated.filter(({ year }) => year >= at).length > dated.length),
    );
    const layers = Object.keys(layerTerms).map((layer) => {
      const those = dated.filter(({ covered }) => covered.includes(layer));
      return [those.filter(({ year }) => year >= since).length, those.length] as const;
    });
    const most = layers.toSorted((a, b) => b[0] / b[1] - a[0] / a[1])[0]!;
    return [dated.filter(({ year }) => year >= since).length, dated.length, since, ...most];
  },
  'coverage-per-chain': async () => {
    const { entries } = await documentOf<MapDocument>('agent-accountability-map');
    const chains = [...new Set(entries.flatMap((one) => one.chains))].map((chain) =>
      entries.filter((one) => one.chains.includes(chain)).map(coveredBy),
    );
    const whole = chains.filter((those) => new Set(those.flat()).size === 8);
    const [first] = entries
      .filter((one) => coveredBy(one).length === 8)
      .toSorted((a, b) => b.chains.length - a.chains.length);
    return [whole.length, chains.length, ...numbersIn(first!.name), first!.chains.length];
  },
  'what-replaced-what': async () => {
    const { entries } = await documentOf<{ entries: { id: string; decided_on: string; superseded_by?: string[] }[] }>(
      'governance-decision-memory',
    );
    const days = entries.flatMap(({ decided_on, superseded_by = [] }) => {
      const next = entries.find(({ id }) => id === superseded_by[0]);
      return next && `${next.decided_on}${decided_on}`.length === 20
        ? (Date.parse(next.decided_on) - Date.parse(decided_on)) / 86_400_000
        : [];
    });
    return [entries.filter((one) => one.superseded_by).length, entries.length, median(days)];
  },
};

/** The head of the table of each picture, and how many rows of the picture it has: also those that are not drawn. */
const tables: Readonly<Record<string, () => Promise<readonly [string, number]>>> = {
  'systems-by-year': () => Promise.resolve(['layer,first_public,system,level', 8]),
  'coverage-per-chain': async () => {
    const { entries } = await documentOf<MapDocument>('agent-accountability-map');
    const covering = entries.filter((one) => coveredBy(one).length > 0);
    return ['chain,layer,system,level', new Set(covering.flatMap(({ chains }) => chains)).size];
  },
  'what-replaced-what': async () => {
    const { entries } = await documentOf<{ entries: { id: string; superseded_by?: string[] }[] }>(
      'governance-decision-memory',
    );
    const next = new Map(entries.map(({ id, superseded_by }) => [id, superseded_by?.[0]]));
    const ends = entries.filter(({ id }) => !next.get(id) && [...next.values()].includes(id));
    return ['line,period,decision,outcome,decided_on,superseded_by', ends.length];
  },
};

test.each(Object.entries(findings))(
  '%s says what the records say, and is had as SVG, PNG, CSV and on another site',
  async (id, count) => {
    const { page, complaints } = await site.openTab({
      permissions: ['clipboard-read', 'clipboard-write'],
      viewport: { width: 1280, height: 900 },
    });
    await page.goto(
      `${site.url}/${id === 'what-replaced-what' ? 'governance-decision-memory' : 'agent-accountability-map'}#${id}`,
    );
    const figure = page.locator(`#${id}`);
    const title = await figure.getByRole('heading').innerText();
    const counted = await count();
    expect(numbersIn(title).slice(0, counted.length)).toEqual(counted);
    const fileOf = async (form: string) =>
      fetch(site.url + String(await figure.getByRole('link', { name: form, exact: true }).getAttribute('href')));
    const drawing = await fileOf('SVG');
    expect([drawing.headers.get('content-type'), drawing.headers.get('x-robots-tag')]).toEqual([
      'image/svg+xml',
      'noindex, nofollow',
    ]);
    const svg = await drawing.text();
    expect(svg).toContain(`aria-label="${title}"`);
    const table = await fileOf('CSV');
    expect(table.headers.get('content-type')).toContain('text/csv');
    expect(svg.match(/<circle/g)!.length - (await figure.locator('.key i').count())).toBe(
      await figure.locator('.dots i').count(),
    );
    const [head, ...dots] = (await table.text()).trimEnd().split('\r\n');
    expect([head, new Set(dots.map((dot) => dot.split(',')[0])).size]).toEqual(await tables[id]!());
    const coming = page.waitForEvent('download');
    await figure.getByRole('link', { name: 'PNG' }).click();
    const png = await readFile(await (await coming).path());
    expect([png.toString('latin1', 1, 4), png.readUInt32BE(16)]).toEqual(['PNG', 1920]);
    await figure.getByRole('button', { name: 'Copy embed code' }).click();
    const code = await page.evaluate('navigator.clipboard.readText()');
    await page.setContent(String(code).replaceAll(/https?:\/\/[^/]+/g, site.url));
    await page.waitForFunction('document.images[0].naturalWidth === 960');
    expect(complaints).toEqual([]);
  },
);

test('a decision draws its line, with the place of its reader', async () => {
  const { page } = await site.openTab();
  await page.goto(`${site.url}/governance-decision-memory/concordium-protocol-update-2`);
  const line = page.locator('#line li');
  expect((await line.allInnerTexts()).slice(0, 2).map((text) => text.includes('You are here'))).toEqual([false, true]);
  await line.nth(2).getByRole('link').click();
  await page.waitForURL('**/concordium-protocol-update-3');
  expect(await page.locator('#line [aria-current]').innerText()).toContain('P3');
});

test('the keyboard passes the marks of a picture in one step', async () => {
  const { page } = await site.openTab();
  await page.goto(`${site.url}/agent-accountability-map`);
  await page.getByRole('link', { name: 'Skip the marks of this picture' }).first().focus();
  await page.keyboard.press('Enter');
  expect(await page.evaluate('document.activeElement.id')).toBe('after-systems-by-year');
});
