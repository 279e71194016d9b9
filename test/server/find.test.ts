import { expect, test } from 'vitest';
import { receiptHash } from '../../src/domain/receipts/published-receipt.ts';
import { call, post } from '../support/call.ts';
import { hashNamed } from '../support/chain-double/world.ts';
import { serviceHere } from '../support/hosted-service.ts';
import { callTool } from '../support/mcp.ts';
import { shippedReceipts } from '../support/receipts.ts';
import { storeWithAnchors } from '../support/stored-anchors.ts';

const hash = receiptHash(shippedReceipts['demonstration-accepted']!);
const anchored = hashNamed('somewhere');
const digest = Buffer.from(hash, 'hex').toString('base64');
const server = await serviceHere({ DATABASE_URL: await storeWithAnchors(anchored) });
const id = (await post(`${server.url}/api/intake`, { body: 'Which bounds has the mandate?' })).json['id'] as string;

const find = (query: string) => call(`${server.url}/find?${query}`);

test.each([
  ['a hash', hash],
  ['in capitals, with space', ` ${hash.toUpperCase()} `],
  ['with 0x', `0x${hash}`],
  ['with sha256:', `sha256:${hash}`],
  ['as a digest field', `sha-256=:${digest}:`],
  ['the address of its page', `https://agent.example/receipts/${hash}`],
  ['the address of its pack', `/adjudicator-evidence-pack/pack?hash=${hash}`],
  ['its first digits', hash.slice(0, 8)],
])('%s leads to the receipt, and to its pack and its look-up', async (_, held) => {
  expect((await find(`q=${encodeURIComponent(held)}`)).headers.get('location')).toBe(`/receipts/${hash}`);
  const pack = await call(`${server.url}/adjudicator-evidence-pack/pack?hash=${encodeURIComponent(held)}`);
  expect([pack.status, pack.text.includes(`value="${hash}"`)]).toEqual([200, true]);
  const anchor = await call(`${server.url}/agent-acceptance-anchor?hash=${encodeURIComponent(held)}`);
  expect([anchor.status, anchor.text.includes(`value="${hash}"`)]).toEqual([404, true]);
  const { structuredContent } = await callTool(server.url, 'readReceipt', { receipt_hash_sha256: held });
  expect(structuredContent).toMatchObject({ receipt: { receipt_hash_sha256: hash } });
});

test('leads straight on where there is one answer', async () => {
  for (const [held, to] of [
    [id, `/intake/${id}`],
    [`https://agent.example/api/intake/${id}`, `/intake/${id}`],
    [anchored, `/agent-acceptance-anchor?hash=${anchored}`],
    ['erc-8004', '/agent-accountability-map/erc-8004'],
    ['ERC-8004 Trustless Agents', '/agent-accountability-map/erc-8004'],
    ['https://agent.example/agent-accountability-map/erc-8004', '/agent-accountability-map/erc-8004'],
    ['/data/agent-accountability-map/records/erc-8004.json', '/agent-accountability-map/erc-8004'],
    ['https://agent.example/verify', '/verify'],
    ['getAnchorManifest', '/api-reference/anchors#getAnchorManifest'],
    ['{"schema":"x"}', '/verify'],
  ] as const) {
    const { status, headers } = await find(`q=${encodeURIComponent(held)}`);
    expect([held, status, headers.get('location')]).toEqual([held, 303, to]);
  }
});

test('leads on from the form of the page, too, which names where to search', async () => {
  for (const [held, to] of [
    [hash, `/receipts/${hash}`],
    [hash.slice(0, 8), `/receipts/${hash}`],
    [id, `/intake/${id}`],
    [id.toUpperCase(), `/intake/${id}`],
    ['{"schema":"x"}', '/verify'],
  ] as const) {
    const { status, headers } = await find(`q=${encodeURIComponent(held)}&in=`);
    expect([held, status, headers.get('location')]).toEqual([held, 303, to]);
    expect([headers.get('cache-control'), headers.get('content-type')]).toEqual(['no-store', null]);
  }
  const { status, headers } = await call(`${server.url}/adjudicator-evidence-pack/pack`);
  expect([status, headers.get('cache-control'), headers.get('x-robots-tag')]).toEqual([
    303,
    'no-store',
    'noindex, nofollow',
  ]);
  expect((await call(`${server.url}/intake/${id.toUpperCase()}`)).status).toBe(200);
  expect((await find(`q=${hash}&in=receipts`)).text).not.toContain('No receipt with this hash');
});

test('lists where there are several answers or none, and says what was not found', async () => {
  for (const [query, words] of [
    ['q=lamp', 'lamp</mark>'],
    // A sentence, where the name has the word and otherwise only codes.
    ['q=lamp', 'the offer is one acceptable item'],
    ['q=erc-8004&in=', 'results'],
    ...['intake', 'mandate', 'receipt', 'a2a'].map((word) => [`q=${word}`, 'results'] as const),
    [`q=${hashNamed('nowhere')}`, 'No receipt with this hash is published here'],
    ['q=000000000000000000000000', 'beginning of the hash'],
    ['q=zzzzzzzzzzzzzzzzzzzzzzzz', 'No request has this id'],
    [`q=${hashNamed('nowhere')}&in=`, 'No receipt with this hash is published here'],
    ['q=%25', 'Nothing matches'],
    ['q=lamp&in=systems', 'an unknown part'],
  ] as const) {
    const { status, text } = await find(query);
    expect([query, status, text.includes(words)]).toEqual([query, 200, true]);
  }
  expect((await call(`${server.url}/find`, { method: 'POST' })).status).toBe(405);
});
