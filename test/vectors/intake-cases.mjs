import { sealed, sha256 } from './canonical.mjs';
import { fail, noJson, pass, vector } from './case.mjs';
import { signature } from './keys.mjs';

const KIND = 'intake_receipt';
const HASH = 'receipt_hash_sha256';
const ID = '0123456789abcdefghjkmnpq';

const intake = (changes = {}) =>
  sealed(
    {
      ok: true,
      schema: 'service.intake-receipt.v1',
      id: ID,
      status: 'received',
      kind: 'question',
      received_at: '2026-11-10T08:30:00.123Z',
      body_sha256: sha256('Who operates this agent?'),
      status_url: `https://service.example/api/intake/${ID}`,
      ...changes,
    },
    HASH,
  );

const plain = intake();
const promised = intake({ answer_by: '2026-12-10T08:30:00.123Z' });
const by = (name, at = '2026-11-10T08:30:00Z') => [signature(plain, HASH, name, at)];
const receipt = (name, rule, document, results) =>
  vector(`intake-${name}`, KIND, rule, document, results, { keys: 'keys' });

export const intakeCases = [
  receipt('plain', 'an intake receipt without signature', plain, {}),
  receipt('further-member', 'an intake receipt may have further members; the hash covers them', intake({ further: 1 }), {}),
  receipt('promise', 'a receipt may promise an answer by a date', promised, {}),
  receipt('promise-moved', 'the hash covers the date of the promise', { ...promised, answer_by: '2027-12-10T08:30:00.123Z' }, { hash: 'fail' }),
  receipt('promise-without-time', 'a promise names a time', intake({ answer_by: 'soon' }), { schema: 'fail' }),
  receipt('signed', 'signed in the second in which it was received', { ...plain, signatures: by('service') }, pass),
  receipt('superseded', 'a key that was superseded since', { ...plain, signatures: by('service-superseded') }, pass),
  receipt('compromised', 'a key that was lost since', { ...plain, signatures: by('service-compromised') }, {}),
  receipt('by-decisions-key', 'a decisions key signs no intake receipt', { ...plain, signatures: by('decider') }, fail),
  receipt('signed-before', 'nothing is signed before it is received', { ...plain, signatures: by('service', '2026-11-10T08:29:59Z') }, fail),
  receipt('changed', 'a change breaks the hash', { ...plain, kind: 'bug' }, { hash: 'fail' }),
  receipt('hash-recomputed', 'a recomputed hash does not mend a signature', { ...intake({ kind: 'bug' }), signatures: by('service') }, fail),
  receipt('other-status', 'a receipt is given when a request is received', intake({ status: 'answered' }), { schema: 'fail' }),
  receipt('short-id', 'an id has 24 characters', intake({ id: ID.slice(1) }), { schema: 'fail' }),
  noJson('no-json-picture', 'a picture is no JSON, and no forged receipt', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')),
  noJson('no-json-text', 'a letter is no JSON', 'Dear reader, the lamp came on Monday.\n'),
  noJson('no-json-empty', 'an empty file is no JSON', ''),
]; // prettier-ignore
