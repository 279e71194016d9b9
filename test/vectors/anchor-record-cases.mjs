import { hashOf, sha256 } from './canonical.mjs';
import { vector } from './case.mjs';
import { registered } from './document-parts.mjs';
import { receipt } from './receipt-document.mjs';

const KIND = 'anchor_record';
const MAINNET = '9dd9ca4d19e9393877d2c44b70f89acbfc0883c2243e5eeaecc0d1cd0503f478';
const TESTNET = '4221332d34e1694168c2a0c0b3fd0f273809612cb13d000d5c2e00e85f50f796';
const SIMULATION = `53494d554c4154494f4e${'0'.repeat(44)}`;
const PRIVATE = sha256('genesis');
const ANCHORED = '2026-11-10T09:00:00Z';
const hash = hashOf(receipt());

const record = (changes = {}) => ({
  ok: true,
  schema: 'service.agent-acceptance-anchor.record.v1',
  receipt_hash_sha256: hash,
  state: 'finalized',
  state_meaning: 'See the chain.',
  next_step: 'Nothing.',
  problem: null,
  origin: 'this_service',
  seen_finalized: true,
  network: 'testnet',
  genesis_block: TESTNET,
  simulation: false,
  transaction_hash: sha256('transaction'),
  block_hash: sha256('block'),
  sender: 'vector-sender',
  registered_bytes_hex: registered(hash),
  energy: 529,
  cost: { estimated_microccd: '10580', reserved_microccd: '0', charged_microccd: '10580', rate: null },
  times: {
    claimed_at: '2026-11-10T08:59:00Z',
    signed_at: '2026-11-10T08:59:01Z',
    submitted_at: '2026-11-10T08:59:02Z',
    settled_at: ANCHORED,
    checked_at: ANCHORED,
    expires_at: '2026-11-10T09:09:00Z',
  },
  verify: { explorer: null, steps: ['Ask a node.'] },
  boundaries: ['An anchor does not show that the decision was right.'],
  ...changes,
});

const state = { anchor_state: 'unverified' };
const bytes = { ...state, anchor_bytes: 'fail' };
const links = { ...state, linked_hashes: 'fail' };
const refused = { schema: 'fail' };
for (const id of ['linked_hashes', 'anchor_bytes', 'anchor_state']) refused[id] = 'unverified';

/** A record, and the hash that it is asked about. */
const anchor = (name, rule, changes, results, options) =>
  vector(`anchor-record-${name}`, KIND, rule, record(changes), results, options);

export const anchorRecordCases = [
  anchor('plain', 'only the chain can say whether an anchor is final, whatever the record states', {}, state),
  anchor('seen', 'an anchor that was seen at a node', {}, {}, { anchoredAt: ANCHORED }),
  anchor('asked', 'a record is found by the hash of its receipt', {}, state, { asked: hash }),
  anchor('asked-another', 'a record about another receipt', {}, links, { asked: sha256('another') }),
  anchor('asked-own-hash', 'the hash of the record itself is not what one asks for', {}, links, { asked: hashOf(record()) }),
  anchor('claimed', 'a record before anything is signed', { state: 'prepared', seen_finalized: false, transaction_hash: null, block_hash: null }, state),
  anchor('mainnet', 'a record of mainnet', { network: 'mainnet', genesis_block: MAINNET }, state),
  anchor('private-seen', 'an anchor on a private chain shows nothing to others', { network: `genesis:${PRIVATE}`, genesis_block: PRIVATE }, state, { anchoredAt: ANCHORED }),
  anchor('simulated-seen', 'an anchor on a simulated chain shows nothing', { network: `simulation:${SIMULATION}`, genesis_block: SIMULATION, simulation: true }, state, { anchoredAt: ANCHORED }),
  anchor('simulation-hidden', 'a simulation that is not said to be one', { network: `simulation:${SIMULATION}`, genesis_block: SIMULATION }, links),
  anchor('simulation-as-private', 'a simulation under the name of a private chain', { network: `genesis:${SIMULATION}`, genesis_block: SIMULATION }, links),
  anchor('other-genesis', 'testnet with the genesis block of mainnet', { genesis_block: MAINNET }, links),
  anchor('mainnet-by-digits', 'mainnet is named mainnet', { network: `genesis:${MAINNET}`, genesis_block: MAINNET }, links),
  anchor('bytes-of-another', 'the bytes of another hash', { registered_bytes_hex: registered(sha256('another')) }, bytes),
  anchor('bytes-upper-case', 'the digits of the hash are in lower case', { registered_bytes_hex: registered(hash.toUpperCase()) }, bytes),
  anchor('bytes-other-head', 'another head of 66 bytes is no anchor', { registered_bytes_hex: `5840${registered(hash).slice(4)}` }, bytes),
  anchor('of-another-receipt', 'the receipt hash was replaced', { receipt_hash_sha256: sha256('another') }, bytes),
  anchor('bytes-missing', 'a record states the bytes', { registered_bytes_hex: '' }, refused),
  anchor('other-state', 'a state that anchors do not have', { state: 'final' }, refused),
  anchor('signatures', 'a record is never signed, and a member of that name is hashed', { signatures: [] }, state, { keys: 'keys' }),
]; // prettier-ignore
