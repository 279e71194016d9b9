import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkKeysFile, thumbprintNow } from '../../src/dataset-files/check-keys.ts';
import { readDatasetTexts } from '../../src/dataset-files/read-files.ts';
import { thumbprintOf } from '../../src/domain/keys/public-key.ts';
import { newSigningKey } from '../../src/signing/key-file.ts';

const file = 'datasets/keys.yaml';

test('the keys that are shipped are sound', () => {
  const texts = readDatasetTexts(process.cwd());
  expect(texts[file]).toBeDefined();
  expect(checkKeysFile(texts).problems).toEqual([]);
});

test('without the file there are no keys, and that is no problem', () => {
  expect(checkKeysFile({})).toEqual({ keys: [], problems: [] });
});

test('a thumbprint is the one that jose computes', async () => {
  for (let round = 0; round < 20; round += 1) {
    const { publicJwk } = await newSigningKey('card');
    expect(thumbprintNow(publicJwk)).toBe(await thumbprintOf(publicJwk));
  }
});

test('whatever the file holds, its problems are reported and nothing is thrown', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.json()), (text) => {
      expect(checkKeysFile({ [file]: text }).problems.map((problem) => problem.file)).toContain(file);
    }),
  );
});
