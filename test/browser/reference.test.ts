import { beforeAll, describe, expect, test } from 'vitest';
import { curlCommand } from '../../src/components/api/curl.ts';
import { call } from '../support/call.ts';
import { siteInBrowser } from '../support/site-in-browser.ts';

const site = siteInBrowser();
const REFERENCE = '/api-reference';

interface Described {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { operationId: string; tags: readonly string[] }>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, object>> };
}
let described: Described;
beforeAll(async () => {
  described = (await call(`${site.url}/openapi.json`)).json as unknown as Described;
});

describe('without JavaScript', () => {
  test('every operation and schema of the OpenAPI document is read on its page, to which the reference leads', async () => {
    const overview = (await call(site.url + REFERENCE)).text;
    for (const [path, methods] of Object.entries(described.paths)) {
      for (const [method, { operationId, tags }] of Object.entries(methods)) {
        const address = `${REFERENCE}/${tags[0]!.toLowerCase()}`;
        expect(overview).toContain(`href="${address}#${operationId}"`);
        const { text } = await call(site.url + address);
        expect(text.split(`id="${operationId}"`)).toHaveLength(2);
        expect(text.replaceAll(/\s+/g, ' ')).toContain(`<b>${method.toUpperCase()}</b> ${path}`);
      }
    }
    for (const id of Object.keys(described.components.schemas)) {
      const address = `${REFERENCE}/schemas/${id.replaceAll('.', '-')}`;
      expect(overview).toContain(`href="${address}"`);
      expect((await call(site.url + address)).text).toContain(`href="/schemas/${id}.json"`);
    }
  });

  test('a link to an operation unfolds it, with its members, its refusals and a command that the service accepts', async () => {
    const { page } = await site.openTab({ javaScriptEnabled: false });
    await page.goto(`${site.url}${REFERENCE}/intake#submitIntake`);
    const operation = page.locator('#submitIntake');
    await operation.getByText('It stores the request.').waitFor();
    expect(await operation.getByRole('link', { name: 'rate_limited' }).getAttribute('href')).toBe(
      '/errors#rate_limited',
    );
    const command = await operation.locator('pre').innerText();
    const body = /-d '(.*)'$/s.exec(command)![1]!;
    const headers = { 'Content-Type': 'application/json' };
    expect((await call(`${site.url}/api/intake`, { method: 'POST', headers, body })).status).toBe(201);
    await operation.getByRole('link', { name: 'service.intake-request.v1' }).click();
    await page.getByText('maxLength: 4000').waitFor();
  });

  test('a command keeps quotes of a shell, and asks with the method and the fields of the request', () => {
    const body = { body: "It's late" };
    expect(curlCommand({ method: 'POST', url: 'https://a.example/b', body, headers: { A: 'b' } })).toBe(
      `curl https://a.example/b \\\n  -H 'A: b' \\\n  -H 'Content-Type: application/json' \\\n  -d '{\n  "body": "It'\\''s late"\n}'`,
    );
    expect(curlCommand({ method: 'GET', url: 'https://a.example/{id}' })).toBe("curl 'https://a.example/{id}'");
    expect(curlCommand({ method: 'POST', url: 'https://a.example/b', body: 'x'.repeat(9_000) })).toMatch(
      /-d @body\.json$/,
    );
    expect(curlCommand({ method: 'POST', url: 'https://a.example/b' })).toBe('curl -X POST https://a.example/b');
  });
});

test('the pages of the reference stay short on a phone, and load nothing of the explorer', async () => {
  const { page } = await site.openTab({ viewport: { width: 390, height: 844 } });
  const requested: string[] = [];
  page.on('request', (request) => requested.push(request.url()));
  const tags = new Set(
    Object.values(described.paths).flatMap((methods) => Object.values(methods).map(({ tags: [tag] }) => tag)),
  );
  const pages = [
    '',
    ...tags,
    'a2a-and-mcp',
    'schemas/service-observation-v1',
    'schemas/service-decision-receipt-schema-v1',
  ];
  for (const name of pages) {
    await page.goto(`${site.url}${REFERENCE}/${name!.toLowerCase()}`.replace(/\/$/, ''));
    expect([name, await page.evaluate('document.documentElement.scrollHeight')]).toEqual([
      name,
      expect.toSatisfy((height: number) => height <= 12_000),
    ]);
    expect((await page.content()).length, name).toBeLessThan(90_000);
  }
  expect(requested.filter((url) => url.includes('scalar'))).toEqual([]);
});

test('the explorer opens on request at an operation, lists the others, finds one, and sends a request, all from this origin', async () => {
  const { page, complaints } = await site.openTab({ viewport: { width: 1280, height: 900 } });
  const elsewhere: string[] = [];
  page.on('request', (request) => request.url().startsWith(site.url) || elsewhere.push(request.url()));
  await page.goto(`${site.url}${REFERENCE}/agent#getStatus`);
  await page.locator('#getStatus').getByRole('link', { name: 'Open in the explorer' }).click();
  await page.getByRole('heading', { name: 'Runtime status' }).waitFor();
  for (const name of ['Intake', 'Datasets', 'Adjudication', 'Anchors'])
    await page.getByRole('complementary').getByRole('link', { name, exact: true }).waitFor();

  await page.getByRole('button', { name: /Test Request.*\/static\/status\.json/ }).click();
  const answered = page.waitForResponse(`${site.url}/static/status.json`);
  await page.getByRole('button', { name: /^Send get request/ }).click();
  expect((await answered).status()).toBe(200);
  await page.getByText('200 OK').waitFor();
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: /^Open Search/ }).click();
  await page.getByRole('combobox').fill('anchor preview');
  await page.getByRole('option', { name: '/api/agent-acceptance-kit/anchor-preview' }).waitFor();
  expect(elsewhere).toEqual([]);
  expect(complaints).toEqual([]);
});

test('without JavaScript the explorer says so and leads back', async () => {
  const { text } = await call(`${site.url}${REFERENCE}/explorer`);
  expect(text).toMatch(/<noscript>.*needs JavaScript.*<\/noscript>/s);
  expect(text).toContain(`<a href="${REFERENCE}">`);
});
