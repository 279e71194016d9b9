import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, inject, test } from 'vitest';
import { sha256Hex } from '../../src/domain/json/hash.ts';
import type { ReceiptIndex } from '../../src/domain/receipts/published-receipt.ts';
import { call } from '../support/call.ts';
import { shippedReceipts } from '../support/receipts.ts';
import { hashOf as independentHash } from '../vectors/canonical.mjs';

const IMMUTABLE = 'public, max-age=31536000, immutable';
const SITE = 'http://localhost:4321';
const server = { url: inject('site') };
const { receipts } = (await call(`${server.url}/data/decision-receipts/index.json`)).json as unknown as ReceiptIndex;

const here = (address: string): string => address.replace(SITE, server.url);

test('the published receipts are those of the files, as they were written, each with a canonical text of its hash, which caches keep', async () => {
  expect(receipts.map(({ receipt_id }) => receipt_id)).toEqual(Object.keys(shippedReceipts).toSorted());
  for (const { address, canonical_text, receipt_id, receipt_hash_sha256 } of receipts) {
    const { signatures: _, ...signed } = shippedReceipts[receipt_id]!;
    expect(receipt_hash_sha256).toBe(independentHash(signed));
    const [receipt, canonical] = [await call(here(address)), await call(here(canonical_text))];
    expect(receipt.json).toEqual({ ...shippedReceipts[receipt_id], receipt_hash_sha256 });
    expect(sha256Hex(canonical.text)).toBe(receipt_hash_sha256);
    expect(canonical.headers.get('repr-digest')).toBeTruthy();
    for (const { headers } of [receipt, canonical]) expect(headers.get('cache-control')).toBe(IMMUTABLE);
  }
});

test('the test vectors are served as they lie in the sources, to the byte', async () => {
  const folder = join(import.meta.dirname, '../../datasets/vectors');
  for (const name of readdirSync(folder)) {
    const answer = await fetch(`${server.url}/data/vectors/${name}`, { headers: { 'accept-encoding': 'identity' } });
    expect(answer.status, name).toBe(200);
    expect(sha256Hex(new Uint8Array(await answer.arrayBuffer())), name).toBe(
      sha256Hex(readFileSync(join(folder, name))),
    );
    const type = name.endsWith('.json') ? 'application/json; charset=utf-8' : 'application/octet-stream';
    expect(answer.headers.get('content-type')).toBe(type);
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
  }
});
