import { describe, expect, test } from 'vitest';
import { knownKeys, pinKeys, readKeys, signerWords, sourceWords } from '../../../src/domain/keys/known-key.ts';
import { buildJwks, buildKeysDocument, type PublicKey } from '../../../src/domain/keys/public-key.ts';
import { newSigningKey } from '../../../src/signing/key-file.ts';

const newKey = async (): Promise<PublicKey> => {
  const { kid, publicJwk } = await newSigningKey('decisions');
  return { kid, use: 'decisions', public_key: publicJwk, valid_from: '2026-01-01T00:00:00Z' };
};
const [one, other] = [await newKey(), await newKey()];

describe('a list of keys', () => {
  test('is read from a keys document, with use and validity', async () => {
    expect(await readKeys(buildKeysDocument([one]))).toEqual({ keys: [one], problems: [] });
  });

  test('is read from a JSON Web Key Set, without use and validity', async () => {
    const { kid, public_key } = one;
    expect(await readKeys(buildJwks([one]))).toEqual({ keys: [{ kid, public_key }], problems: [] });
  });

  test.each<[string, readonly PublicKey[], RegExp]>([
    ['lies about a thumbprint', [{ ...one, kid: other.kid }], /\/keys\/0\/kid: is not the thumbprint of the key/],
    ['names an id twice', [one, one], /\/keys\/1\/kid: stands twice/],
  ])('that %s gives no key at all, and says why', async (_, keys, words) => {
    const read = await readKeys({ ...buildKeysDocument([]), keys: [...keys, other] });
    expect(read.keys).toEqual([]);
    expect(read.problems.join('\n')).toMatch(words);
  });

  test.each([null, 1, 'text', {}, { keys: [{}] }, { ...buildKeysDocument([]), keys: [{ ...one, use: 'anything' }] }])(
    'that is none gives no key and a problem: %j',
    async (value) => {
      const { keys, problems } = await readKeys(value);
      expect([keys, problems.length > 0]).toEqual([[], true]);
    },
  );
});

test('of the keys at hand only those that are pinned count, and are known by that', () => {
  const known = knownKeys([one, other], { by: 'address', address: 'https://service.example' });
  expect(pinKeys(known, [])).toEqual(known);
  expect(pinKeys(known, [other.kid])).toEqual([{ ...other, known: { by: 'pin' } }]);
});

test('how a key is known is said, and no more', () => {
  const address = { by: 'address', address: 'https://service.example' } as const;
  expect(signerWords(address)).toBe('a key that https://service.example publishes');
  expect(sourceWords(address)).toBe('published at https://service.example');
  expect(sourceWords({ by: 'file', name: 'keys.json' })).toBe('listed in keys.json');
  expect(sourceWords({ by: 'pin' })).toBe('pinned by you');
});
