// The documents are written down here from the published tables (SPEC.md §7, §8, §9) and not
// made by the code that is tested with them.

/** The network of the vectors, which is none that exists. */
export const CHAIN = 'ccd:4221332d34e1694168c2a0c0b3fd0f27';

export const expectedVerdict = (only) => ({
  schema: 'service.adjudicator-verdict.v1',
  json_schema: { type: 'object' },
  only_supported_verdict: only,
});

export const boundaries = ['No contract is deployed, no funds are moved, no chain transaction is sent.'];

export const supplied = (text) => ({ provenance: 'supplied_by_party', text });

/** The bytes that an anchor registers: a CBOR text string (head 78 40) of the 64 digits. */
export const registered = (hash) => `7840${Buffer.from(hash, 'ascii').toString('hex')}`;
