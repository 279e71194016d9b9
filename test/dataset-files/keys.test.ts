import { expect, test } from 'vitest';
import { thumbprintNow } from '../../src/dataset-files/check-keys.ts';
import { thumbprintOf } from '../../src/domain/keys/public-key.ts';
import { newSigningKey } from '../../src/signing/key-file.ts';

test('a thumbprint is the one that jose computes', async () => {
  for (let round = 0; round < 20; round += 1) {
    const { publicJwk } = await newSigningKey('card');
    expect(thumbprintNow(publicJwk)).toBe(await thumbprintOf(publicJwk));
  }
});
