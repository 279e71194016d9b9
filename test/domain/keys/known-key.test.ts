import { describe, expect, test } from 'vitest';
import { buildJwks, buildKeysDocument, readKeys } from '../../../src/domain/keys/keys-document.ts';
import { type PublicKey, thumbprintOf } from '../../../src/domain/keys/public-key.ts';
import { newSigningKey } from '../../../src/signing/key-file.ts';
import { smallOrderKeys } from '../../support/small-order-keys.ts';

const newKey = async (): Promise<PublicKey> => {
  const { kid, publicJwk } = await newSigningKey('decisions');
  return { kid, use: 'decisions', public_key: publicJwk, valid_from: '2026-01-01T00:00:00Z' };
};
const one = await newKey();

describe('a list of keys', () => {
  test('is read from a keys document, with use and validity', async () => {
    expect(await readKeys(buildKeysDocument([one]))).toEqual({ keys: [one], problems: [] });
  });

  test.each(smallOrderKeys)('that holds $public_key.x, of small order, gives no key at all', async (key) => {
    expect((await readKeys(buildKeysDocument([key, one]))).keys).toEqual([]);
  });

  test('that writes the bytes of a key in a second way gives no key, whatever id it names', async () => {
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    const { x } = one.public_key;
    const public_key = { ...one.public_key, x: x.slice(0, -1) + alphabet[alphabet.indexOf(x.at(-1)!) + 1]! };
    expect(Buffer.from(public_key.x, 'base64url')).toEqual(Buffer.from(x, 'base64url'));
    const { keys, problems } = await readKeys(
      buildKeysDocument([{ ...one, public_key, kid: await thumbprintOf(public_key) }]),
    );
    expect([keys, problems]).toEqual([
      [],
      [expect.stringMatching(/^\/keys\/0\/public_key\/x: expected 32 bytes .* unused bits are zero/)],
    ]);
  });

  test.each([
    null,
    1,
    'text',
    {},
    buildJwks([one]),
    { keys: [{}] },
    { ...buildKeysDocument([]), keys: [{ ...one, use: 'anything' }] },
  ])('that is none gives no key and a problem: %j', async (value) => {
    const { keys, problems } = await readKeys(value);
    expect([keys, problems.length > 0]).toEqual([[], true]);
  });
});
