import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { canonicalText } from '../../src/domain/json/canonical-json.ts';
import { sha256Hex } from '../../src/domain/json/hash.ts';
import { addLooks, Observation } from '../../src/domain/observation/observation.ts';
import { observeRecord } from '../../src/observing/observe-record.ts';
import { a2aCard, observatoryRecord } from '../support/observatory.ts';
import { fetch, lookAt, now, observedServer, outcomes } from '../support/observed-server.ts';

const server = observedServer();
const { cardAt } = server;

describe('the signature of a card', () => {
  const pairs = {
    ES256: generateKeyPairSync('ec', { namedCurve: 'P-256' }),
    EdDSA: generateKeyPairSync('ed25519'),
    RS256: generateKeyPairSync('rsa', { modulusLength: 2048 }),
  };
  type Alg = keyof typeof pairs;
  const encode = (text: string) => Buffer.from(text).toString('base64url');

  const signed = (
    card: object,
    alg: Alg,
    header: object = {},
    key: KeyObject = pairs[alg].privateKey,
    signedCard = card,
  ) => {
    const head = encode(JSON.stringify({ alg, kid: 'key-1', typ: 'JOSE', jku: `${server.url}/keys`, ...header }));
    const text = Buffer.from(`${head}.${encode(canonicalText(signedCard))}`);
    const signature = sign(alg === 'EdDSA' ? null : 'sha256', text, { key, dsaEncoding: 'ieee-p1363' });
    return { ...card, signatures: [{ protected: head, signature: signature.toString('base64url') }] };
  };
  const keySet = (...algs: Alg[]) =>
    JSON.stringify({ keys: algs.map((alg) => ({ ...pairs[alg].publicKey.export({ format: 'jwk' }), kid: 'key-1' })) });
  const signatureOf = async (card: object, more: Parameters<typeof observatoryRecord>[0] = {}) => {
    server.documents['/card'] = JSON.stringify(card);
    const look = (await lookAt({ ...cardAt('/card'), ...more }))[0]!;
    return { outcome: outcomes(look)['signature'], by: look.answer!.signed_by };
  };

  test.each<Alg>(['ES256', 'EdDSA', 'RS256'])('holds with %s', async (alg) => {
    server.documents['/keys'] = keySet(alg);
    const { outcome, by } = await signatureOf(signed(a2aCard, alg));
    expect(outcome).toBe('match');
    expect(by).toMatchObject({ alg, kid: 'key-1', key_address: `${server.url}/keys` });
  });

  test('holds when the card has empty members that its signer leaves out', async () => {
    server.documents['/keys'] = keySet('ES256');
    const card = { ...a2aCard, documentationUrl: '', security: [] };
    expect((await signatureOf(signed(card, 'ES256', {}, pairs.ES256.privateKey, a2aCard))).outcome).toBe('match');
  });

  test('names its key by the thumbprint of RFC 7638', async () => {
    server.documents['/keys'] = keySet('EdDSA');
    const { x } = pairs.EdDSA.publicKey.export({ format: 'jwk' });
    const { by } = await signatureOf(signed(a2aCard, 'EdDSA'));
    expect(by!.key_thumbprint_sha256).toBe(sha256Hex(`{"crv":"Ed25519","kty":"OKP","x":"${x}"}`));
  });

  test('fails when the card was changed', async () => {
    server.documents['/keys'] = keySet('ES256');
    const { outcome, by } = await signatureOf({ ...signed(a2aCard, 'ES256'), name: 'Another card' });
    expect(outcome).toBe('mismatch: signature_invalid');
    expect(by).toBeUndefined();
  });

  test('fails under another key of the same name', async () => {
    server.documents['/keys'] = keySet('ES256');
    const other = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
    expect((await signatureOf(signed(a2aCard, 'ES256', {}, other))).outcome).toBe('mismatch: signature_invalid');
  });

  test('is invalid under a key made for another purpose', async () => {
    server.documents['/keys'] = keySet('EdDSA');
    expect((await signatureOf(signed(a2aCard, 'ES256'))).outcome).toBe('unread: key_not_found');
  });

  test('is unread when its key cannot be fetched', async () => {
    expect((await signatureOf(signed(a2aCard, 'ES256'))).outcome).toBe('unread: key_unreachable');
  });

  test('is unread when it names no key, and valid under the key that the record names', async () => {
    server.documents['/record-keys'] = keySet('ES256');
    const card = signed(a2aCard, 'ES256', { jku: undefined });
    expect((await signatureOf(card)).outcome).toBe('unread: key_not_named');
    const keys = [{ use: 'cards', url: `${server.url}/record-keys` }];
    expect((await signatureOf(card, { keys })).outcome).toBe('match');
  });

  test('ignores a key address that is not signed', async () => {
    server.documents['/keys'] = keySet('ES256');
    const card = signed(a2aCard, 'ES256', { jku: undefined });
    const [entry] = card.signatures;
    const { outcome } = await signatureOf({
      ...card,
      signatures: [{ ...entry, header: { jku: `${server.url}/keys` } }],
    });
    expect(outcome).toBe('unread: key_not_named');
  });

  test('fetches no key from a private address', async () => {
    const { outcome } = await signatureOf(signed(a2aCard, 'ES256', { jku: 'http://10.0.0.1/keys' }));
    expect(outcome).toBe('unread: key_unreachable');
  });

  test.each([
    ['none', { alg: 'none' }],
    ['a shared secret', { alg: 'HS256' }],
    ['extensions that must be understood', { crit: ['b64'], b64: false }],
  ])('is not read with %s', async (_, header) => {
    server.documents['/keys'] = keySet('ES256');
    expect((await signatureOf(signed(a2aCard, 'ES256', header))).outcome).toBe('unread: signature_unsupported');
  });

  test('that is no signature is a mismatch', async () => {
    const { outcome } = await signatureOf({ ...a2aCard, signatures: [{ protected: 'e30', signature: '***' }] });
    expect(outcome).toBe('mismatch: signature_malformed');
  });

  test('is valid when one of two signatures is valid and the key of the other is gone', async () => {
    server.documents['/keys'] = keySet('ES256');
    const old = signed(a2aCard, 'ES256', { kid: 'gone' });
    const fresh = signed(a2aCard, 'ES256');
    const { outcome } = await signatureOf({ ...a2aCard, signatures: [...old.signatures, ...fresh.signatures] });
    expect(outcome).toBe('match');
  });

  test('keeps the storable part of any key name', async () => {
    const kid = `\u0007\n${'x'.repeat(5000)}`;
    const { x } = pairs.EdDSA.publicKey.export({ format: 'jwk' });
    server.documents['/keys'] = JSON.stringify({ keys: [{ kty: 'OKP', crv: 'Ed25519', x, kid }] });
    server.documents['/card'] = JSON.stringify(signed(a2aCard, 'EdDSA', { kid }));
    const looks = await observeRecord(observatoryRecord(cardAt('/card')), { fetch, registry: undefined, now });
    const kept = addLooks(undefined, 'one', now().toISOString(), looks);
    expect(Observation.parse(JSON.parse(JSON.stringify(kept))).targets[0]!.latest.answer!.signed_by!.kid).toHaveLength(
      2000,
    );
  });

  test('never leads to more than four requests for keys', async () => {
    const before = server.asked.length;
    const many = Array.from({ length: 50 }, () => signed(a2aCard, 'ES256').signatures[0]);
    await signatureOf({ ...a2aCard, signatures: many });
    expect(server.asked.length - before).toBe(5);
  });
});

describe('a key set', () => {
  const jwk = generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' });
  const keys = (kid?: string) => [{ use: 'receipts', url: `${server.url}/jwks`, ...(kid ? { kid } : {}) }];

  test('that holds the key of the record', async () => {
    server.documents['/jwks'] = JSON.stringify({ keys: [{ ...jwk, kid: 'a' }] });
    expect(outcomes((await lookAt({ keys: keys('a') }))[0])).toMatchObject({ schema: 'match', key_listed: 'match' });
    expect(outcomes((await lookAt({ keys: keys('b') }))[0])).toMatchObject({ key_listed: 'mismatch: key_not_found' });
  });

  test('that gives away a private key', async () => {
    server.documents['/jwks'] = JSON.stringify({ keys: [{ ...jwk, d: 'secret' }] });
    const [look] = await lookAt({ keys: keys() });
    expect(outcomes(look)['schema']).toBe('mismatch: private_key_published');
    expect(JSON.stringify(look)).not.toContain('"secret"');
  });

  test('that is a page about the key is left unread', async () => {
    server.documents['/jwks'] = '<!doctype html>';
    expect(outcomes((await lookAt({ keys: keys() }))[0])['schema']).toBe('unread: not_json');
  });
});
