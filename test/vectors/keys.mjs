import { createHash, createPrivateKey, sign } from 'node:crypto';
import { canonical, without } from './canonical.mjs';

const kidOf = (x) => createHash('sha256').update(`{"crv":"Ed25519","kty":"OKP","x":"${x}"}`).digest('base64url');

/**
 * Test keys, made for the vectors alone: their private halves are the SHA-256 of published words, so
 * that anybody can sign with them and nobody may trust them.
 */
const keyOf = (words) => {
  const seed = createHash('sha256').update(`test key of the vectors: ${words}`).digest();
  // PKCS #8 of an Ed25519 key (RFC 8410 §7): a fixed head and the 32 bytes of the seed.
  const der = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), seed]);
  const privateKey = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
  const { x } = privateKey.export({ format: 'jwk' });
  return { kid: kidOf(x), x, privateKey };
};

export const keys = Object.fromEntries(
  [
    'decider', 'second', 'expired', 'superseded', 'ceased', 'compromised', 'service', 'service-compromised',
    'service-superseded', 'card', 'card-superseded', 'card-compromised', 'stranger',
  ].map((words) => [words, keyOf(words)]),
); // prettier-ignore

export const START = '2026-01-01T00:00:00Z';
export const END = '2026-12-31T23:59:59Z';
export const REVOKED = '2026-11-20T00:00:00Z';

const listed = (name, use, more = {}) => ({
  kid: keys[name].kid,
  use,
  public_key: { kty: 'OKP', crv: 'Ed25519', x: keys[name].x },
  valid_from: START,
  valid_until: END,
  ...more,
  note: 'A test key of the vectors. Its private half is public: it proves nothing.',
});

const revoked = (revocation_reason) => ({ revoked_at: REVOKED, revocation_reason });

const all = [
  listed('decider', 'decisions'),
  listed('second', 'decisions'),
  listed('expired', 'decisions', { valid_until: '2026-11-10T08:29:59Z' }),
  listed('superseded', 'decisions', revoked('superseded')),
  listed('ceased', 'decisions', revoked('cessation')),
  listed('compromised', 'decisions', revoked('compromised')),
  listed('service', 'service'),
  listed('service-compromised', 'service', revoked('compromised')),
  listed('service-superseded', 'service', revoked('superseded')),
  listed('card', 'card'),
  listed('card-superseded', 'card', revoked('superseded')),
  listed('card-compromised', 'card', revoked('compromised')),
];

const documentOf = (list) => ({
  ok: true,
  schema: 'service.keys.v1',
  about: 'Test keys of the vectors. Their private halves are public.',
  keys: list,
});

const base64Url = (text) => Buffer.from(text, 'utf8').toString('base64url');

const neutral = Buffer.from([1, ...Array(31).fill(0)]);
/** The neutral point as a key, and what passes for its signature wherever small order is not refused: that point, and the scalar 0. */
const neutralKey = {
  ...listed('stranger', 'decisions'),
  kid: kidOf(neutral.toString('base64url')),
  public_key: { kty: 'OKP', crv: 'Ed25519', x: neutral.toString('base64url') },
};
export const neutralSignature = (at) => ({
  protected: base64Url(JSON.stringify(headerOf('stranger', at, { kid: neutralKey.kid }))),
  signature: Buffer.concat([neutral, Buffer.alloc(32)]).toString('base64url'),
});

/** The lists of keys that vectors name, by file name without its ending. */
const files = {
  keys: documentOf(all),
  'keys-none': documentOf([]),
  'keys-with-a-lie': documentOf(
    all.map((key) => (key.kid === keys.card.kid ? { ...key, kid: keys.stranger.kid } : key)),
  ),
  'keys-with-one-twice': documentOf([...all, all[0]]),
  'keys-with-small-order': documentOf([...all, neutralKey]),
};

export const keysFile = (name) => Buffer.from(`${JSON.stringify(files[name], null, 2)}\n`, 'utf8');

/** The protected header of a signature by a test key, with changes. */
export const headerOf = (name, at, changes = {}) => ({
  alg: 'EdDSA',
  kid: keys[name].kid,
  typ: 'JOSE',
  iat: Date.parse(at) / 1000,
  ...changes,
});

/** A signature by a test key over a document, at a time. `header` replaces what the protected header says. */
export const signature = (document, hashMember, name, at, { header, text, encode = base64Url } = {}) => {
  const preimage = without(without(document, hashMember), 'signatures');
  const payload = Buffer.from(canonical(preimage), 'utf8').toString('base64url');
  const encoded = encode(text ?? JSON.stringify(header ?? headerOf(name, at)));
  const bytes = sign(null, Buffer.from(`${encoded}.${payload}`, 'ascii'), keys[name].privateKey);
  return { protected: encoded, signature: bytes.toString('base64url') };
};
