import { hashOf, without } from './canonical.mjs';
import { keysFile } from './keys.mjs';

const kinds = {
  decision_receipt: { hashMember: 'receipt_hash_sha256', links: [], signed: true },
  intake_receipt: { hashMember: 'receipt_hash_sha256', links: [], signed: true },
  evidence_pack: {
    hashMember: 'pack_hash_sha256',
    links: ['linked_hashes', 'anchor_bytes', 'anchor_state'],
    signed: true,
  },
  work_order_pack: { hashMember: 'pack_hash_sha256', links: ['linked_hashes', 'transition_chain'] },
  runner_receipt: { hashMember: 'runner_receipt_hash', links: ['linked_hashes', 'transition_chain'] },
  anchor_record: { hashMember: null, links: ['linked_hashes', 'anchor_bytes', 'anchor_state'] },
  agent_card: { hashMember: null, links: [], signed: true },
  data_manifest: { hashMember: 'manifest_hash_sha256', links: [], signed: true },
};

/** Without an anchor that was seen at a node, “since when?” is not answered, so nothing passes. */
const outcomeOf = (checks, anchoredAt) => {
  const results = [...Object.values(checks), anchoredAt === null ? 'unverified' : 'pass'];
  return results.includes('fail') ? 'fail' : results.includes('unverified') ? 'unverified' : 'pass';
};

/** What the check of the signature comes to. */
export const pass = { signature: 'pass' };
export const fail = { signature: 'fail' };
export const open = { signature: 'unverified' };

const pretty = (value) => `${JSON.stringify(value, null, 2)}\n`;

/**
 * A vector whose input is JSON that every reader understands alike. All checks of its kind pass but
 * for those named in `results`, for the signature, which is unverified unless `results` say so, and likewise for the
 * hash of a kind that states none.
 * `text` is the input where it is not just the value printed; `keys` is the keys document at hand,
 * `anchoredAt` the time of an anchor that was seen; `receipts` are given with it, each a document or a text, and `mandate` is
 * what the mandate then comes to.
 */
export const vector = (
  name,
  kind,
  rule,
  value,
  results = {},
  { text = pretty(value), asked = null, keys = null, anchoredAt = null, receipts = null, mandate } = {},
) => {
  const { hashMember, links, signed } = kinds[kind];
  const hash = hashMember === null ? 'unverified' : 'pass';
  const checks = { well_formed: 'pass', schema: 'pass', canonical_form: 'pass', hash, signature: 'unverified' };
  for (const id of links) checks[id] = results.schema === 'fail' ? 'unverified' : 'pass';
  Object.assign(checks, results);
  const preimage = signed ? without(without(value, hashMember), 'signatures') : without(value, hashMember);
  const given = (receipts ?? []).map((one, at) =>
    typeof one === 'string' ? [`${name}-${at + 1}.txt`, one] : [`${name}-${at + 1}.json`, pretty(one)],
  );
  return {
    input: Buffer.from(text, 'utf8'),
    files: [...(keys === null ? [] : [[`${keys}.json`, keysFile(keys)]]), ...given],
    entry: {
      name,
      kind,
      rule,
      input: `${name}.json`,
      receipt_hash_sha256: asked,
      ...(keys === null ? {} : { keys: `${keys}.json` }),
      ...(anchoredAt === null ? {} : { anchored_at: anchoredAt }),
      ...(receipts === null ? {} : { receipts: given.map(([file]) => file) }),
      expected: {
        outcome: outcomeOf(checks, anchoredAt),
        hash_sha256: hashOf(preimage),
        checks,
        ...(mandate === undefined ? {} : { mandate }),
      },
    },
  };
};

const unread = (name, kind, rule, bytes, ending, outcome, checks) => ({
  input: Buffer.from(bytes),
  entry: {
    name,
    kind,
    rule,
    input: `${name}.${ending}`,
    receipt_hash_sha256: null,
    expected: { outcome, hash_sha256: null, checks },
  },
});

/** A vector whose input is no JSON, or JSON that readers understand differently. */
export const malformed = (name, kind, rule, bytes) =>
  unread(name, kind, rule, bytes, 'txt', 'fail', { well_formed: 'fail' });

/** A vector whose input is no JSON and is not meant as an object. */
export const noJson = (name, rule, bytes) =>
  unread(name, 'other', rule, bytes, 'txt', 'unusable', { well_formed: 'unverified' });

/** A vector whose input is acceptable JSON and no document of a known kind. */
export const unusable = (name, rule, value) =>
  unread(name, 'other', rule, pretty(value), 'json', 'unusable', { well_formed: 'pass', schema: 'unverified' });
