import { readFile, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { calculateJwkThumbprint } from 'jose';
import { expect, test } from 'vitest';
import { Jwks, KeysDocument } from '../../src/domain/keys/keys-document.ts';
import { knownKeys } from '../../src/domain/keys/public-key.ts';
import { verifyText } from '../../src/domain/verification/verify.ts';
import { call, post } from '../support/call.ts';
import { hostService } from '../support/hosted-service.ts';
import { newFolder } from '../support/server.ts';
import { query } from '../support/stored-requests.ts';

const keysOf = async (url: string) => {
  const { status, json, headers } = await call(`${url}/static/keys.json`);
  expect(status).toBe(200);
  expect(headers.get('access-control-allow-origin')).toBe('*');
  expect(headers.get('etag')).toBeTruthy();
  return KeysDocument.parse(json).keys;
};

test('the first start makes a private key, later ones use it, and a key that is gone stays published', async () => {
  const folder = await newFolder();
  const DATABASE_URL = `file:${join(folder, 'service.db')}`;
  const file = join(folder, 'service-key.json');

  const first = await hostService({ DATABASE_URL });
  const [made, ...others] = (await keysOf(first.url)).filter(({ use }) => use === 'service');
  expect(others).toEqual([]);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  const secret = (JSON.parse(await readFile(file, 'utf8')) as { private_key: { d: string } }).private_key.d;
  expect(first.output()).toContain(made!.kid);
  expect(first.output()).not.toContain(secret);
  const { json } = await call(`${first.url}/.well-known/jwks.json`);
  const jwk = Jwks.parse(json).keys.find(({ kid }) => kid === made!.kid)!;
  expect(await calculateJwkThumbprint(jwk)).toBe(made!.kid);
  expect(JSON.stringify(json)).not.toContain(secret);
  await first.end();

  const second = await hostService({ DATABASE_URL });
  expect(second.output()).not.toContain('made the key');
  expect((await keysOf(second.url)).filter(({ use }) => use === 'service')).toEqual([made]);
  await second.end();

  // The clock was ahead when the key was made, and has been corrected.
  const ahead = new Date(Date.now() + 600_000).toISOString();
  await query(DATABASE_URL, `UPDATE service_keys SET valid_from = '${ahead}'`);
  const corrected = await hostService({ DATABASE_URL });
  const { text } = await post(`${corrected.url}/api/intake`, { body: 'When was this signed?' });
  const keys = knownKeys(await keysOf(corrected.url), { by: 'address', address: corrected.url });
  expect((await verifyText(text, { keys })).answers.from_whom.result).toBe('pass');
  await corrected.end();

  await rename(file, join(folder, 'old.json'));
  const third = await hostService({ DATABASE_URL });
  const kids = (await keysOf(third.url)).filter(({ use }) => use === 'service').map(({ kid }) => kid);
  expect(kids).toHaveLength(2);
  expect(kids).toContain(made!.kid);
  await third.end();
});
