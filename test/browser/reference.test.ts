import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { accessibilityViolations } from '../support/accessibility.ts';
import type { Tab } from '../support/browser.ts';
import { referencePages, shownOperations } from '../support/reference-pages.ts';
import { siteInBrowser } from '../support/site-in-browser.ts';

const site = siteInBrowser();
const pages = referencePages();
const ADJUDICATION = '/api-reference/adjudication';
/** Compressed less than for readers, in a tenth of the time. */
const QUICK = { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } };
const MAP = '/api-reference/datasets/agent-accountability-map';

let tab: Tab;
let page: Page;
beforeAll(async () => {
  tab = await site.openTab({ viewport: { width: 1280, height: 844 } });
  ({ page } = tab);
});
afterAll(() => tab.context.close());

const open = (address: string, inTab = page) => inTab.goto(site.url + address);

describe('Send', () => {
  const send = async (id: string): Promise<string> => {
    const operation = page.locator(`#${id}`);
    await operation.getByRole('button', { name: 'Send' }).click();
    await operation.locator('.received .state').waitFor();
    return operation.locator('.received').innerText();
  };

  test('shows status, content and header fields of an answer, and says so to those who cannot see it', async () => {
    await open(ADJUDICATION);
    const received = await send('getEvidencePack');
    expect(received).toMatch(/^200 OK/);
    expect(received).toContain('"pack_hash_sha256"');
    const operation = page.locator('#getEvidencePack');
    await operation.getByText('header fields').click();
    expect(await operation.getByLabel('Header fields of the answer').innerText()).toMatch(/^etag: "/m);
    expect(await operation.locator('[aria-live]').last().innerText()).toMatch(/^Answer 200 OK, [\d,]+ bytes\.$/);
  });

  test('sends what was typed, and shows a refusal as what is wrong and where', async () => {
    await open(ADJUDICATION);
    const hash = page.locator('#getEvidencePack').getByLabel('receipt_hash_sha256', { exact: true });
    await hash.fill('../../../healthz');
    expect(await send('getEvidencePack')).toMatch(/^400 Bad Request\s+invalid_hash/);
    // A path that ends in dots is another path.
    await hash.fill('..');
    expect(await send('getEvidencePack')).toMatch(/^400 Bad Request\s+invalid_hash/);
    const run = page.locator('#previewRun');
    await run.getByText('Change the body').click();
    await run.getByLabel('Body', { exact: true }).fill('{"seed": 7}');
    const refused = await send('previewRun');
    expect(refused).toMatch(/^400 Bad Request\s+invalid_request/);
    expect(refused).toContain('/seed: ');
    expect(await run.getByRole('link', { name: 'What to do' }).getAttribute('href')).toBe('/errors#invalid_request');
    expect(await run.locator('.received').getByRole('listitem').count()).toBe(1);
  });

  test('can be stopped, and says when the device is offline or the service is away', async () => {
    const other = await site.openTab();
    const stopping = other.page.locator('#getIntakeSummary');
    await open('/api-reference/intake', other.page);
    await other.page.route('**/api/intake/summary', () => new Promise(() => undefined));
    await stopping.getByRole('button', { name: 'Send' }).click();
    await stopping.getByRole('button', { name: 'Stop' }).click();
    expect(await stopping.locator('.failed').innerText()).toMatch(/^Stopped\./);
    await other.page.unrouteAll();
    await other.page.route('**/api/intake/summary', (route) => route.abort());
    await stopping.getByRole('button', { name: 'Send' }).click();
    await stopping.getByText('The service could not be reached.').first().waitFor();
    await other.context.setOffline(true);
    await stopping.getByRole('button', { name: 'Send' }).click();
    await stopping.getByText('This device is offline.').first().waitFor();
    await other.context.close();
  });

  test('is there for every operation without effects, and for no other', async () => {
    await open('/api-reference/intake');
    expect(await page.locator('#submitIntake').getByRole('button', { name: 'Send' }).count()).toBe(0);
    expect(await page.locator('#submitIntake').getByRole('link', { name: 'write a request in the form' }).count()).toBe(
      1,
    );
    await open('/api-reference/anchors');
    expect(await page.locator('#anchorLive').getByRole('button', { name: 'Send' }).count()).toBe(0);
    expect(await page.locator('#previewAnchor').getByRole('button', { name: 'Send' }).count()).toBe(1);
    const openapi = JSON.parse(readFileSync(join(import.meta.dirname, '../../dist/client/openapi.json'), 'utf8')) as {
      paths: Record<string, Record<string, { operationId: string; 'x-side-effects': string }>>;
    };
    const described = Object.values(openapi.paths).flatMap((methods) => Object.values(methods));
    const shown = new Map(shownOperations().map(({ id, sendable }) => [id, sendable]));
    const wrong = described.filter(
      (one) => (one['x-side-effects'] === 'none') !== (shown.get(one.operationId) !== undefined),
    );
    expect(wrong.map(({ operationId }) => operationId)).toEqual([]);
  });
});

test('a chosen language holds for every request, and for the next page', async () => {
  const other = await site.openTab();
  await open(ADJUDICATION, other.page);
  await other.page.locator('#previewRun').getByText('Python').click();
  expect(await other.page.locator('pre[data-snippet=python]:visible').count()).toBe(
    await other.page.locator('.request').count(),
  );
  await open('/api-reference/intake', other.page);
  expect(await other.page.locator('#submitIntake').locator('pre:visible').first().innerText()).toMatch(/^import json/);
  await other.context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await other.page.locator('#getIntakeSummary').getByRole('button', { name: 'Copy' }).click();
  expect(await other.page.evaluate('navigator.clipboard.readText()')).toContain('with urlopen("');
  await other.context.close();
});

test('older links to an operation or a schema lead to the place where it is now', async () => {
  for (const [from, to] of [
    ['previewDispute', `${ADJUDICATION}#previewDispute`],
    ['getAgentAccountabilityMapCsv', `${MAP}#getAgentAccountabilityMapCsv`],
    ['service.problem.v1', '/api-reference/schemas/service-problem-v1'],
  ]) {
    await open(`/api-reference#${from}`);
    await page.waitForURL(site.url + to!);
  }
  const index = pages.get('/api-reference')!;
  const missing = shownOperations().filter(
    ({ id, page: where }) => where !== '/api-reference/a2a-and-mcp' && !index.includes(`id="${id}"`),
  );
  expect(missing.map(({ id }) => id)).toEqual([]);
});

test('the contents mark what is read, and stay in view beside it', async () => {
  await open(`${ADJUDICATION}#previewRun`);
  const current = page.locator('.contents [aria-current=location]');
  await current.waitFor();
  expect(await current.innerText()).toMatch(/POST\s+Run a work order in a simulation/);
  expect(await current.evaluate((link) => link.getBoundingClientRect().top)).toBeGreaterThan(0);
  await page.locator('#getVerifier').scrollIntoViewIfNeeded();
  await page.evaluate("document.querySelector('#getVerifier').scrollIntoView()");
  await page.locator('.contents [aria-current=location]', { hasText: 'Verifier in one file' }).waitFor();
});

test('an address whose end is broken is read like one without it', async () => {
  const { page: other, context, complaints } = await site.openTab();
  await open(`${ADJUDICATION}#%E0%A4%A`, other);
  await other.evaluate("document.querySelector('#previewRun').scrollIntoView()");
  await other.locator('.contents [aria-current=location]', { hasText: 'Run a work order' }).waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});

test('on a phone the contents are folded, and requests and answers stand below the words', async () => {
  const phone = await site.openTab({ viewport: { width: 390, height: 844 } });
  await open('/api-reference/intake', phone.page);
  const links = phone.page.getByRole('navigation', { name: 'Contents of the reference' }).getByRole('link');
  expect(await links.first().isVisible()).toBe(false);
  await phone.page.getByText('Contents of the reference').click();
  expect(await links.first().isVisible()).toBe(true);
  const [words, samples] = await phone.page
    .locator('#submitIntake > div')
    .evaluateAll((parts) => parts.map((part) => part.getBoundingClientRect().top));
  expect(samples).toBeGreaterThan(words!);
  await phone.context.close();
});

test('without JavaScript everything is there but sending', async () => {
  const plain = await site.openTab({ javaScriptEnabled: false });
  await open(MAP, plain.page);
  await plain.page.locator('#getAgentAccountabilityMapCsv').getByText('JavaScript').click();
  expect(await plain.page.locator('#getAgentAccountabilityMapCsv pre:visible').first().innerText()).toContain(
    'await fetch(',
  );
  await plain.page.getByRole('navigation', { name: 'Dataset' }).getByRole('link', { name: 'Decisions' }).click();
  await plain.page.waitForURL('**/governance-decision-memory');
  expect(await plain.page.getByRole('button', { name: 'Send' }).count()).toBe(0);
  await plain.page.locator('#getGovernanceDecisionMemory').getByText('method_not_allowed').click();
  expect(await plain.page.locator('#getGovernanceDecisionMemory details[open]').count()).toBe(1);
  await plain.context.close();
});

test('no page has more than 3,000 elements or 60 kB of HTML, styles and scripts', async () => {
  const client = join(import.meta.dirname, '../../dist/client');
  const sizes = new Map<string, number>();
  const size = (file: string): number => {
    const known = sizes.get(file) ?? brotliCompressSync(readFileSync(join(client, file)), QUICK).length;
    sizes.set(file, known);
    return known;
  };
  const found = [...pages].map(([address, html]) => {
    const files = [...html.matchAll(/(?:src|href)="(\/_astro\/[^"]+\.(?:js|css))"/g)].map(([, file]) => file!);
    return {
      address,
      elements: [...html.matchAll(/<[a-z][a-z\d-]*[\s>/]/g)].length,
      kilobytes: (size(`${address}.html`) + files.reduce((sum, file) => sum + size(file), 0)) / 1000,
    };
  });
  expect(found.length).toBeGreaterThan(50);
  expect(found.filter(({ elements, kilobytes }) => elements > 3000 || kilobytes > 60)).toEqual([]);
});

test('what was sent is accessible, too', async () => {
  await open('/api-reference/anchors');
  const operation = page.locator('#getAnchor');
  await operation.getByRole('button', { name: 'Send' }).click();
  await operation.locator('.received .state').waitFor();
  await operation.getByText('header fields').click();
  expect(await accessibilityViolations(page)).toEqual([]);
});
