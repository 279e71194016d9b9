import { describe, expect, test } from 'vitest';
import { sha256Hex } from '../../src/domain/json/hash.ts';
import { isAdminAuthorization } from '../../src/http/admission.ts';

describe('the administrator’s token', () => {
  const token = Buffer.alloc(32, 7).toString('base64url');
  const digest = sha256Hex(token);

  test('the right one is accepted, however the scheme is written', () => {
    expect(isAdminAuthorization(`Bearer ${token}`, digest)).toBe(true);
    expect(isAdminAuthorization(`bearer ${token}`, digest)).toBe(true);
  });

  test.each([
    undefined,
    null,
    '',
    'Bearer',
    'Bearer ',
    token,
    `Basic ${token}`,
    `Bearer ${token}x`,
    `Bearer ${token} x`,
    `Bearer ${digest}`,
  ])('%j is not', (header) => expect(isAdminAuthorization(header, digest)).toBe(false));

  test('none is accepted when none is configured, not even the empty one', () => {
    expect(isAdminAuthorization(`Bearer ${token}`, undefined)).toBe(false);
    expect(isAdminAuthorization('Bearer ', sha256Hex(''))).toBe(false);
    expect(isAdminAuthorization(undefined, '0'.repeat(64))).toBe(false);
  });
});
