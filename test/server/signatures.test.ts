import canonicalize from 'canonicalize';
import { base64url, createLocalJWKSet, decodeProtectedHeader, flattenedVerify, type JSONWebKeySet } from 'jose';
import { expect, inject, test } from 'vitest';
import { call, post } from '../support/call.ts';
import { claim, previewPaths } from '../support/previews.ts';
import { acceptedReceipt } from '../support/receipts.ts';

const site = inject('site');
const keySet = (await call(`${site}/.well-known/jwks.json`)).json as unknown as JSONWebKeySet;

/** Verifies the one signature of a document with jose alone and gives its header. */
const verified = async (document: Record<string, unknown>, hashMember: string) => {
  const { [hashMember]: _, signatures, ...preimage } = document;
  const [signature, ...others] = signatures as [{ protected: string; signature: string }];
  expect(others).toEqual([]);
  const payload = base64url.encode(canonicalize(preimage)!);
  const { key } = await flattenedVerify({ ...signature, payload }, createLocalJWKSet(keySet));
  expect(key).toBeDefined();
  const forged = base64url.encode(canonicalize({ ...preimage, ok: false })!);
  await expect(flattenedVerify({ ...signature, payload: forged }, createLocalJWKSet(keySet))).rejects.toThrow();
  return decodeProtectedHeader(signature) as { kid: string; iat: number };
};

test('an intake receipt is signed at the second that it states, by the key that the service publishes', async () => {
  const { json } = await post(`${site}/api/intake`, { body: 'Who signs this?' });
  const { kid, iat } = await verified(json, 'receipt_hash_sha256');
  expect(iat).toBe(Math.floor(Date.parse(json['received_at'] as string) / 1000));
  expect(keySet.keys.map((key) => key.kid)).toContain(kid);
});

test('a request that is sent again gets the same bytes, signature included', async () => {
  const send = () => post(`${site}/api/intake`, { body: 'Once, please' }, { 'Idempotency-Key': 'k10-replayed' });
  const [first, again] = [await send(), await send()];
  expect(first.status).toBe(201);
  expect(again.text).toBe(first.text);
  await verified(again.json, 'receipt_hash_sha256');
});

test('an evidence pack is signed, and stays the same to the byte while the service runs', async () => {
  const { json: index } = await call(`${site}/data/decision-receipts/index.json`);
  const [listed] = index['receipts'] as { receipt_hash_sha256: string }[];
  const address = `${site}/api/adjudicator/evidence/agent-acceptance/${listed!.receipt_hash_sha256}`;
  const first = await call(address);
  await verified(first.json, 'pack_hash_sha256');
  const again = await call(address);
  expect([again.text, again.headers.get('etag')]).toEqual([first.text, first.headers.get('etag')]);

  const dispute = await post(site + previewPaths.dispute, {
    receipt: acceptedReceipt,
    claim,
  });
  expect(dispute.text).toContain('"signatures"');
  await verified(dispute.json, 'pack_hash_sha256');
});
