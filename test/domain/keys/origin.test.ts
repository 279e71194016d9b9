import { describe, expect, test } from 'vitest';
import {
  judgeOrigin,
  judgeSignature,
  type OriginRuleId,
  type SignatureFacts,
} from '../../../src/domain/keys/origin.ts';
import { type KnownKey } from '../../../src/domain/keys/public-key.ts';

const seconds = (time: string): number => Date.parse(time) / 1000;

const key = (members: Partial<KnownKey> = {}): KnownKey => ({
  known: { by: 'file', name: 'keys.json' },
  kid: 'A'.repeat(43),
  use: 'decisions',
  public_key: { kty: 'OKP', crv: 'Ed25519', x: 'A'.repeat(43) },
  valid_from: '2026-01-01T00:00:00Z',
  valid_until: '2026-12-31T23:59:59Z',
  ...members,
});

const facts = ({
  iat = '2026-06-01T12:00:00Z',
  ...members
}: Partial<SignatureFacts> & { iat?: string } = {}): SignatureFacts => ({
  header: { alg: 'EdDSA', kid: 'A'.repeat(43), typ: 'JOSE', iat: seconds(iat) },
  key: key(),
  verifies: true,
  use: 'decisions',
  statedAt: '2026-06-01T12:00:00Z',
  anchoredAt: undefined,
  ...members,
});

const superseded = key({ revoked_at: '2026-07-01T00:00:00Z', revocation_reason: 'superseded' });
const compromised = key({ revoked_at: '2026-07-01T00:00:00Z', revocation_reason: 'compromised' });

describe('one signature is judged as of the time of signing', () => {
  test.each<[string, SignatureFacts, OriginRuleId, 'pass' | 'fail' | 'unverified']>([
    ['by a valid key', facts(), 'signed', 'pass'],
    [
      'in the first second of the key',
      facts({ iat: '2026-01-01T00:00:00Z', statedAt: '2026-01-01T00:00:00Z' }),
      'signed',
      'pass',
    ],
    ['in the last second of the key', facts({ iat: '2026-12-31T23:59:59Z' }), 'signed', 'pass'],
    [
      'in the second of a document that states milliseconds',
      facts({ statedAt: '2026-06-01T12:00:00.999Z' }),
      'signed',
      'pass',
    ],
    ['with a header that is none of ours', facts({ header: undefined }), 'header_not_understood', 'fail'],
    ['by an unknown key', facts({ key: undefined, verifies: false }), 'unknown_key', 'unverified'],
    ['that does not verify', facts({ verifies: false }), 'does_not_verify', 'fail'],
    ['by a key for another use', facts({ use: 'service' }), 'wrong_use', 'fail'],
    [
      'before the time that the document states',
      facts({ iat: '2026-06-01T11:59:59Z' }),
      'signed_before_document',
      'fail',
    ],
    [
      'before the key was valid',
      facts({ iat: '2025-12-31T23:59:59Z', statedAt: '2025-12-31T00:00:00Z' }),
      'not_yet_valid',
      'fail',
    ],
    ['after the key was valid', facts({ iat: '2027-01-01T00:00:00Z' }), 'expired', 'fail'],
    ['before its key was superseded', facts({ key: superseded }), 'revoked_after', 'pass'],
    [
      'in the second its key was superseded',
      facts({ key: superseded, iat: '2026-07-01T00:00:00Z' }),
      'revoked_before',
      'fail',
    ],
    [
      'after its key was compromised, by its own word',
      facts({ key: compromised, iat: '2026-07-01T00:00:00Z' }),
      'revoked_before',
      'fail',
    ],
    ['by a compromised key without an anchor', facts({ key: compromised }), 'compromised_not_anchored', 'unverified'],
    [
      'by a compromised key, anchored before',
      facts({ key: compromised, anchoredAt: '2026-06-30T23:59:59Z' }),
      'compromised_anchored_before',
      'pass',
    ],
    [
      'by a compromised key, anchored in that second',
      facts({ key: compromised, anchoredAt: '2026-07-01T00:00:00Z' }),
      'compromised_anchored_later',
      'fail',
    ],
  ])('%s', (_, given, rule, result) => {
    expect(judgeSignature(given)).toMatchObject({ rule, result });
  });

  test('among several, one that fails decides; without any, the origin is not shown', () => {
    const [good, bad, open] = [facts(), facts({ verifies: false }), facts({ key: undefined })].map(judgeSignature);
    expect(judgeOrigin([good!, bad!])).toBe('fail');
    expect(judgeOrigin([open!, good!])).toBe('pass');
    expect(judgeOrigin([open!])).toBe('unverified');
    expect(judgeOrigin([])).toBe('unverified');
  });
});
