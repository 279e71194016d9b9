import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { PublicKey } from '../../src/domain/keys/public-key.ts';
import { newSigningKey, writeKeyFile } from '../../src/signing/key-file.ts';
import { findCardKey, listedCardKey, openServiceKey } from '../../src/signing/own-keys.ts';
import { newFolder, runToEnd } from '../support/server.ts';

const key = await newSigningKey('card');
const now = new Date('2026-11-22T12:00:00Z');
const entry: PublicKey = {
  kid: key.kid,
  use: 'card',
  public_key: key.publicJwk,
  valid_from: '2026-11-01T00:00:00Z',
};

test('without the setting there is no key, and with it the one of the file', async () => {
  const file = join(await newFolder(), 'card.json');
  expect(await findCardKey(undefined)).toBeUndefined();
  await writeKeyFile(file, key);
  expect(await findCardKey(file)).toEqual(key);
});

test('of many that begin at once, in containers that share a number of process, one makes the key and all have it', async () => {
  const file = join(await newFolder(), 'service-key.json');
  const opened = await Promise.all(Array.from({ length: 20 }, () => openServiceKey(file)));
  expect(new Set(opened.map(({ key: { kid } }) => kid)).size).toBe(1);
  expect(opened.filter(({ made }) => made)).toHaveLength(1);
});

test('a listed key that is valid now signs', () => {
  expect(listedCardKey(key, [entry], now)).toBe(entry);
});

test.each<[string, PublicKey[], RegExp]>([
  ['is not listed', [], /is not listed in/],
  ['is listed for another use', [{ ...entry, use: 'decisions' }], /for decisions; expected a key for card/],
  [
    'is revoked, for whatever reason',
    [{ ...entry, revoked_at: '2026-11-20T00:00:00Z', revocation_reason: 'superseded' }],
    /was revoked at 2026-11-20T00:00:00Z/,
  ],
  ['is not valid yet', [{ ...entry, valid_from: '2026-11-23T00:00:00Z' }], /is valid from 2026-11-23T00:00:00Z/],
  ['has ended', [{ ...entry, valid_until: '2026-11-22T11:59:59Z' }], /was valid until 2026-11-22T11:59:59Z/],
])('a key that %s does not sign, and is named', (_, listed, words) => {
  const sign = () => listedCardKey(key, listed, now);
  expect(sign).toThrow(words);
  expect(sign).toThrow(/^CARD_KEY_FILE: /);
  expect(sign).toThrow(key.kid);
});

test('a key file that cannot be used refuses the start, and is named with its setting', async () => {
  const file = join(await newFolder(), 'card.json');
  const refusal = async () => {
    const { code, stderr } = await runToEnd('server/main.ts', [], { CARD_KEY_FILE: file });
    expect(code).toBe(1);
    expect(stderr).toContain('CARD_KEY_FILE');
    expect(stderr).toContain(file);
    return stderr;
  };
  expect(await refusal()).toContain('there is no such file');
  await writeFile(file, '{"private_key":"never repeated"}', { mode: 0o600 });
  const stderr = await refusal();
  expect(stderr).toContain('is not a key file');
  expect(stderr).not.toContain('never repeated');
  await chmod(file, 0o640);
  expect(await refusal()).toContain('other users can read it');
  const decisions = join(await newFolder(), 'decisions.json');
  await writeKeyFile(decisions, await newSigningKey('decisions'));
  const { code, stderr: wrongUse } = await runToEnd('server/main.ts', [], { CARD_KEY_FILE: decisions });
  expect({ code, words: /is for decisions; expected a key for card/.test(wrongUse) }).toEqual({ code: 1, words: true });
});
