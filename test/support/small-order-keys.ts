import { type PublicKey, thumbprintOf } from '../../src/domain/keys/public-key.ts';

/** A listed key for each point of small order, with either sign. */
export const smallOrderKeys: readonly PublicKey[] = await Promise.all(
  [
    '00'.repeat(32),
    `01${'00'.repeat(31)}`,
    '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
    'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
    ...['ec', 'ed', 'ee'].map((low) => `${low}${'ff'.repeat(30)}7f`),
  ].flatMap((point) =>
    [0, 0x80].map(async (sign): Promise<PublicKey> => {
      const bytes = Buffer.from(point, 'hex');
      bytes[31]! |= sign;
      const public_key = { kty: 'OKP', crv: 'Ed25519', x: bytes.toString('base64url') } as const;
      return { kid: await thumbprintOf(public_key), use: 'decisions', public_key, valid_from: '2026-01-01T00:00:00Z' };
    }),
  ),
);
