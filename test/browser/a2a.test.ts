import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { build } from 'rolldown';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SITE } from '../support/contract.ts';
import { siteInBrowser } from '../support/site-in-browser.ts';

const root = join(import.meta.dirname, '../..');
const site = siteInBrowser();

const PAGE = `<!doctype html><title>Another site</title><link rel="icon" href="data:,">
<script type="module">import * as a2a from '/client.js'; window.a2a = a2a;</script>`;

let elsewhere: Server;
beforeAll(async () => {
  const { output } = await build({
    cwd: root,
    input: 'node_modules/@a2a-js/sdk/dist/client/index.js',
    platform: 'browser',
    output: { format: 'es', codeSplitting: false },
    write: false,
  });
  elsewhere = createServer(({ url }, response) => {
    const isClient = url === '/client.js';
    response.writeHead(200, { 'Content-Type': isClient ? 'text/javascript' : 'text/html' });
    response.end(isClient ? output[0].code : PAGE);
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => elsewhere.once('listening', resolve));
});
afterAll(() => new Promise((resolve) => elsewhere.close(resolve)));

test('a page of another site talks to the agent with the official client', async () => {
  const { page, complaints } = await site.openTab();
  await page.goto(`http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}/`);
  await page.waitForFunction('window.a2a');
  const read = await page.evaluate(
    async ({ url, built }) => {
      const { a2a } = globalThis as unknown as { a2a: typeof import('@a2a-js/sdk/client') };
      const { ClientFactory, DefaultAgentCardResolver, JsonRpcTransportFactory } = a2a;
      const fetchImpl: typeof fetch = (input, init) => {
        const headers = new Headers(init?.headers);
        if (init?.method === 'POST') {
          headers.set('A2A-Extensions', 'https://example.org/extension/v1');
          headers.set('traceparent', '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01');
        }
        return fetch(String(input).replace(built, url), { ...init, headers });
      };
      const client = await new ClientFactory({
        transports: [new JsonRpcTransportFactory({ fetchImpl })],
        cardResolver: new DefaultAgentCardResolver({ fetchImpl }),
      }).createFromUrl(built);
      const part = { content: { $case: 'text' as const, value: 'Asked by a page of another site' } };
      const request = { message: { messageId: crypto.randomUUID(), role: 1, parts: [part] } };
      const sent = await client.sendMessage(request as unknown as Parameters<typeof client.sendMessage>[0]);
      if (!('status' in sent)) throw new Error('the answer is no task');
      const found = await client.getTask({ tenant: '', id: sent.id, historyLength: undefined });
      return { sent: sent.id, found: found.id, state: found.status?.state };
    },
    { url: site.url, built: SITE },
  );
  expect(read).toEqual({ sent: read.found, found: read.sent, state: 1 });
  expect(complaints).toEqual([]);
});

test('the same page cannot read what is not open to other sites', async () => {
  const { page } = await site.openTab();
  await page.goto(`http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}/`);
  const refused = await page.evaluate(
    (url) => fetch(`${url}/api/agent-acceptance-kit/anchor-live`, { method: 'POST' }).then(String, String),
    site.url,
  );
  expect(refused).toContain('TypeError');
});
