import { expect, test } from 'vitest';
import { buildKeysDocument } from '../../src/domain/keys/keys-document.ts';
import { type PublicKey } from '../../src/domain/keys/public-key.ts';
import { keysService } from '../../src/services/keys.ts';
import { newSigningKey } from '../../src/signing/key-file.ts';

const keyFor = async (use: PublicKey['use']): Promise<PublicKey> => {
  const { kid, publicJwk } = await newSigningKey(use);
  return { kid, use, public_key: publicJwk, valid_from: '2026-01-01T00:00:00Z' };
};

test('the keys of the operator and of the store are listed once each, and what the operator says counts', async () => {
  const [decisions, lost, present] = [await keyFor('decisions'), await keyFor('service'), await keyFor('service')];
  const revoked: PublicKey = { ...lost, revoked_at: '2026-02-01T00:00:00Z', revocation_reason: 'compromised' };
  const text = JSON.stringify(buildKeysDocument([decisions, revoked]));
  const service = keysService({ findPrebuilt: async () => text, stored: async () => [lost, present] });
  const listed = await service.list();
  expect(listed).toHaveLength(3);
  expect(listed).toEqual(expect.arrayContaining([decisions, revoked, present]));
  expect(await service.revokedAt(lost.kid)).toBe(revoked.revoked_at);
  expect(await service.revokedAt(present.kid)).toBeUndefined();
});
