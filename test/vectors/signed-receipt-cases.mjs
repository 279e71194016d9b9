import { sealed } from './canonical.mjs';
import { fail, open, pass, vector } from './case.mjs';
import { END, headerOf, keys as testKeys, neutralSignature, REVOKED, signature, START } from './keys.mjs';
import { receipt, receiptWithHash } from './receipt-document.mjs';

const KIND = 'decision_receipt';
const HASH = 'receipt_hash_sha256';
const DECIDED = '2026-11-10T08:30:00Z';
const SIGNED = '2026-11-10T08:30:05Z';
const ANCHORED = '2026-11-10T09:00:00Z';
const plain = receiptWithHash();

const by = (name, at = SIGNED, more = {}, document = plain) => signature(document, HASH, name, at, more);

/** A receipt with these signatures, under the test keys unless said otherwise. */
const signed = (name, rule, signatures, results, { document = plain, keys = 'keys', ...options } = {}) =>
  vector(`signature-${name}`, KIND, rule, { ...document, signatures }, results, { keys, ...options });

/** A receipt decided at a time, signed by a key at a time. */
const decidedAt = (name, rule, decided, signer, at, results) => {
  const document = receiptWithHash({ decided_at: decided });
  return signed(name, rule, [by(signer, at, {}, document)], results, { document });
};

/** A receipt whose signature has a protected header that is none of ours, however well it is signed. */
const header = (name, rule, more) => signed(`header-${name}`, rule, [by('decider', SIGNED, more)], fail);

const said = (changes) => ({ header: headerOf('decider', SIGNED, changes) });
const { iat: _iat, ...withoutIat } = headerOf('decider', SIGNED);
const { typ: _typ, ...withoutTyp } = headerOf('decider', SIGNED);
const headerText = JSON.stringify(headerOf('decider', SIGNED));

const good = by('decider');
const changed = sealed({ ...plain, decision: 'rejected' }, HASH);
const ofAnother = by('decider', SIGNED, {}, receiptWithHash({ receipt_id: 'another-receipt' }));
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const nextLetter = (letter) => alphabet[(alphabet.indexOf(letter) + 1) % 64];

const times = [
  signed('valid', 'a key that is valid when it signs', [good], pass),
  signed('valid-and-anchored', 'intact, signed and anchored: the only way to pass', [good], pass, { anchoredAt: ANCHORED }),
  decidedAt('first-second', 'a key signs from valid_from on', START, 'decider', START, pass),
  decidedAt('before-first-second', 'a key does not sign before valid_from', '2025-12-31T23:59:59Z', 'decider', '2025-12-31T23:59:59Z', fail),
  decidedAt('last-second', 'a key signs until valid_until', DECIDED, 'decider', END, pass),
  decidedAt('after-last-second', 'a key does not sign after valid_until', DECIDED, 'decider', '2027-01-01T00:00:00Z', fail),
  decidedAt('expired-since', 'a key that ended since signed in time', '2026-11-10T08:00:00Z', 'expired', '2026-11-10T08:29:59Z', pass),
  decidedAt('expired', 'a key that had ended', DECIDED, 'expired', SIGNED, fail),
  decidedAt('in-the-second-of-the-document', 'the fraction of the stated time is dropped', '2026-11-10T08:30:00.999Z', 'decider', DECIDED, pass),
  decidedAt('before-the-document', 'nothing is signed before it is decided', DECIDED, 'decider', '2026-11-10T08:29:59Z', fail),
]; // prettier-ignore

const revoked = [
  ...['superseded', 'ceased', 'compromised'].flatMap((name) => [
    signed(`revoked-before-${name}`, 'a revoked key signs nothing', [by(name, '2026-11-20T00:00:01Z')], fail),
    signed(`revoked-then-${name}`, 'a key is revoked from revoked_at on', [by(name, REVOKED)], fail),
  ]),
  signed('revoked-after-superseded', 'what a superseded key signed before stays good', [by('superseded')], pass),
  signed('revoked-after-ceased', 'what a key that ceased signed before stays good', [by('ceased')], pass),
  signed('revoked-after-superseded-anchored-later', 'an anchor plays no part there', [by('superseded')], pass, { anchoredAt: '2026-12-01T00:00:00Z' }),
  signed('compromised-not-anchored', 'a lost key shows nothing by itself', [by('compromised')], open),
  signed('compromised-anchored-before', 'a lost key counts for what was anchored before', [by('compromised')], pass, { anchoredAt: ANCHORED }),
  signed('compromised-anchored-then', 'anchored in the very moment is not before', [by('compromised')], fail, { anchoredAt: REVOKED }),
  signed('compromised-anchored-later', 'a lost key does not count for what was anchored since', [by('compromised')], fail, { anchoredAt: '2026-11-20T00:00:01Z' }),
  signed('compromised-signed-after-anchored-before', 'an anchor does not mend a signature made too late', [by('compromised', '2026-11-21T00:00:00Z')], fail, { anchoredAt: ANCHORED }),
]; // prettier-ignore

const lists = [
  signed('unknown-key', 'a key that is not at hand leaves the origin open', [by('stranger')], open),
  signed('empty-list', 'a list without keys', [good], open, { keys: 'keys-none' }),
  signed('no-list', 'no keys at hand', [good], open, { keys: null }),
  signed('list-with-a-lie', 'a list in which a kid is not the thumbprint is refused as a whole', [good], open, { keys: 'keys-with-a-lie' }),
  signed('list-with-one-twice', 'a list in which a kid stands twice is refused as a whole', [good], open, { keys: 'keys-with-one-twice' }),
  signed('list-with-small-order', 'a list with a key of small order is refused as a whole', [neutralSignature(SIGNED)], open, { keys: 'keys-with-small-order' }),
  signed('use-service', 'a service key signs no decision', [by('service')], fail),
  signed('use-card', 'a card key signs no decision', [by('card')], fail),
]; // prettier-ignore

const several = [
  signed('two-good', 'two good signatures', [good, by('second')], pass),
  signed('two-one-bad', 'one bad signature spoils the origin', [good, by('second', SIGNED, {}, changed)], fail),
  signed('bad-one-first', 'their order makes no difference', [by('second', SIGNED, {}, changed), good], fail),
  signed('one-unknown-one-good', 'one good signature is enough', [by('stranger'), good], pass),
  signed('one-unknown-one-bad', 'a bad one counts beside an unknown one', [by('stranger'), ofAnother], fail),
  signed('one-open-one-good', 'one good signature is enough beside that of a lost key', [by('compromised'), good], pass),
  signed('one-expired-one-good', 'a signature by an ended key spoils the origin', [by('expired'), good], fail),
]; // prettier-ignore

/** base64url of a text whose length is no multiple of 3, with the last unused bit set. */
const withUnusedBits = (text) => {
  const padded = Buffer.from(text.length % 3 === 0 ? `${text} ` : text).toString('base64url');
  return padded.slice(0, -1) + nextLetter(padded.at(-1));
};

const headers = [
  header('other-alg', 'alg is EdDSA', said({ alg: 'ES256' })),
  header('alg-ed25519', 'alg is EdDSA, by no other name', said({ alg: 'Ed25519' })),
  header('alg-none', 'alg is EdDSA and never none', said({ alg: 'none' })),
  header('crit', 'a header with crit is not understood', said({ crit: ['exp'], exp: 1 })),
  header('b64', 'the payload is always encoded', said({ crit: ['b64'], b64: false })),
  header('extra-member', 'a header with a further member is not understood', said({ nonce: 'x' })),
  header('embedded-key', 'a key in the header is none that is known', said({ jwk: { kty: 'OKP', crv: 'Ed25519', x: testKeys.decider.x } })),
  header('jku', 'a header of a receipt names no key set', said({ jku: 'https://service.example/.well-known/jwks.json' })),
  header('without-iat', 'iat is required', { header: withoutIat }),
  header('without-typ', 'typ is required', { header: withoutTyp }),
  header('iat-text', 'iat is a number', said({ iat: '1794000000' })),
  header('iat-fraction', 'iat is a whole number', said({ iat: Date.parse(SIGNED) / 1000 + 0.5 })),
  header('iat-negative', 'iat is not before 1970', said({ iat: -1 })),
  header('duplicate-member', 'a member stands once', { text: headerText.replace('{', '{"alg":"none",') }),
  header('iat-beyond-9999', 'iat is not after the year 9999', said({ iat: 253_402_300_800 })),
  header('unused-bits', 'the unused bits of the last character are zero', { text: `${headerText} `, encode: withUnusedBits }),
  header('not-json', 'the header is JSON', { text: headerText.slice(0, -1) }),
  signed('kid-of-another', 'kid names the key that signed', [by('decider', SIGNED, { header: headerOf('second', SIGNED) })], fail),
]; // prettier-ignore

const refused = { schema: 'fail', signature: 'unverified' };
const forms = [
  signed('padded', 'base64url has no padding', [{ ...good, signature: `${good.signature}==` }], refused),
  signed('padded-header', 'base64url has no padding', [{ ...good, protected: `${good.protected}=` }], refused),
  signed('base64', 'base64url, not base64', [{ ...good, signature: `+/${good.signature.slice(2)}` }], refused),
  signed('unused-bits', 'the unused bits of the last character are zero', [{ ...good, signature: good.signature.slice(0, -1) + nextLetter(good.signature.at(-1)) }], refused),
  signed('further-member', 'a signature has two members', [{ ...good, header: { kid: testKeys.decider.kid } }], refused),
  signed('none-in-list', 'a list of signatures is not empty', [], refused),
  signed('nine', 'at most eight signatures', Array(9).fill(good), refused),
  signed('eight', 'at most eight signatures', Array(8).fill(good), pass),
]; // prettier-ignore

const documents = [
  signed('one-letter', 'one letter of a signature changed', [{ ...good, signature: nextLetter(good.signature[0]) + good.signature.slice(1) }], fail),
  signed('of-another-receipt', 'the signature is over this receipt', [ofAnother], fail),
  signed('changed-hash-recomputed', 'a recomputed hash does not mend a signature', [good], fail, { document: changed }),
  signed('changed', 'a change breaks hash and signature', [good], { ...fail, hash: 'fail' }, { document: { ...plain, decision: 'rejected' } }),
  signed('over-the-hash-member', 'the own hash is no part of what is signed', [signature(plain, 'none', 'decider', SIGNED)], fail),
  signed('hash-nowhere', 'a signature stands for itself where no hash is stated', [by('decider', SIGNED, {}, receipt())], { ...pass, hash: 'unverified' }, { document: receipt() }),
  vector('signature-stripped', KIND, 'without its signature a receipt is unsigned, never invalid', plain, open, { keys: 'keys' }),
]; // prettier-ignore

export const signedReceiptCases = [...times, ...revoked, ...lists, ...several, ...headers, ...forms, ...documents];
