import { hashOf, without } from './canonical.mjs';

const kinds = {
  decision_receipt: { hashMember: 'receipt_hash_sha256', links: [] },
  evidence_pack: { hashMember: 'pack_hash_sha256', links: ['linked_hashes', 'anchor_bytes', 'anchor_state'] },
  work_order_pack: { hashMember: 'pack_hash_sha256', links: ['linked_hashes', 'transition_chain'] },
  runner_receipt: { hashMember: 'runner_receipt_hash', links: ['linked_hashes', 'transition_chain'] },
};

const outcomeOf = (checks) => {
  const results = Object.values(checks);
  return results.includes('fail') ? 'fail' : results.includes('unverified') ? 'unverified' : 'pass';
};

const pretty = (value) => `${JSON.stringify(value, null, 2)}\n`;

/**
 * A vector whose input is JSON that every reader understands alike. All checks of its kind pass but
 * for those named in `results`. `text` is the input where it is not just the value printed.
 */
export const vector = (name, kind, rule, value, results = {}, { text = pretty(value), asked = null } = {}) => {
  const { hashMember, links } = kinds[kind];
  const checks = { well_formed: 'pass', schema: 'pass', canonical_form: 'pass', hash: 'pass' };
  for (const id of links) checks[id] = results.schema === 'fail' ? 'unverified' : 'pass';
  Object.assign(checks, results);
  return {
    input: Buffer.from(text, 'utf8'),
    entry: {
      name,
      kind,
      rule,
      input: `${name}.json`,
      receipt_hash_sha256: asked,
      expected: { outcome: outcomeOf(checks), hash_sha256: hashOf(without(value, hashMember)), checks },
    },
  };
};

/** A vector whose input is no JSON, or JSON that readers understand differently. */
export const malformed = (name, kind, rule, bytes) => ({
  input: Buffer.from(bytes),
  entry: {
    name,
    kind,
    rule,
    input: `${name}.txt`,
    receipt_hash_sha256: null,
    expected: { outcome: 'fail', hash_sha256: null, checks: { well_formed: 'fail' } },
  },
});

/** A vector whose input is acceptable JSON and no document of a known kind. */
export const unusable = (name, rule, value) => ({
  input: Buffer.from(pretty(value), 'utf8'),
  entry: {
    name,
    kind: 'other',
    rule,
    input: `${name}.json`,
    receipt_hash_sha256: null,
    expected: { outcome: 'unusable', hash_sha256: null, checks: { well_formed: 'pass', schema: 'unverified' } },
  },
});
