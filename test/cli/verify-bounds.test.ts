import { gzipSync } from 'node:zlib';
import { afterAll, expect, test } from 'vitest';
import { receiptHash } from '../../src/domain/receipts/published-receipt.ts';
import { runHere } from '../support/command-here.ts';
import { openOddServer } from '../support/odd-server.ts';
import { acceptedReceipt } from '../support/receipts.ts';
import { runToEnd } from '../support/server.ts';

const receipt = JSON.stringify({ ...acceptedReceipt, receipt_hash_sha256: receiptHash(acceptedReceipt) });
/** 40 MB of spaces in 40 KB. */
const bomb = gzipSync(Buffer.alloc(40_000_000, ' '));

const elsewhere = await openOddServer((_, response) => response.end(receipt));
const named = await openOddServer(({ url }, response) => {
  if (url === '/moved') response.writeHead(301, { location: '/receipt.json' }).end();
  else if (url === '/elsewhere' || url === '/static/keys.json')
    response.writeHead(302, { location: `${elsewhere.url}/receipt.json` }).end();
  else if (url === '/forged') response.writeHead(302, { location: 'http://x.example/\u009b2J' }).end();
  else if (url === '/bomb') response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb);
  else response.end(receipt);
});
afterAll(() => Promise.all([named.close(), elsewhere.close()]));

const verify = (...args: string[]) => runHere('cli/verify.ts', args);

test.each(['/moved', '/elsewhere', '/forged'])('a redirect is named and not followed: %s', async (path) => {
  const { code, stderr } = await verify(named.url + path);
  expect([code, stderr]).toEqual([3, expect.stringContaining('redirects. Name the other address')]);
  expect(stderr).not.toContain('\u009b');
  expect((await verify(`${named.url}/receipt.json`, '--keys', `${named.url}/elsewhere`)).code).toBe(3);
  expect((await verify(`${named.url}/receipt.json`)).code).toBe(2);
  expect(elsewhere.asked).toEqual([]);
});

test('no more is read than a document may have, also of what is compressed', async () => {
  const { code, stderr } = await runToEnd('cli/verify.ts', [`${named.url}/bomb`]);
  expect([code, stderr]).toEqual([3, expect.stringMatching(/more than the \d+ bytes/)]);
});
