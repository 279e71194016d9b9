import type { Knex } from 'knex';
import { acceptIntake } from '../../src/domain/accept-intake.ts';
import { sha256Hex } from '../../src/domain/json/hash.ts';

/** The address that the receipts of the sample rows name. */
export const SAMPLE_SITE = 'http://localhost:4321';

const at = (minute: number): string => new Date(Date.UTC(2026, 0, 2, 3, minute)).toISOString();
const idOf = (count: number): string => String(count).padStart(24, '0');

/** The sample requests: one waits, one is answered, one has lost its text. */
export const sampleRequests = (['question', 'bug', 'media'] as const).map((kind, index) =>
  acceptIntake(
    { kind, from: `Sender ${index}`, contact: `sender-${index}@example.org`, body: `Request ${index}: ä, 漢, 🙂` },
    { id: idOf(index), now: new Date(at(index)), siteUrl: SAMPLE_SITE },
  ),
);

/** The hashes of the sample anchors: charged, held, imported. */
export const sampleAnchors = ['charged', 'held', 'imported'].map((name) => sha256Hex(`anchor ${name}`));

const requestRows = () =>
  sampleRequests.map(({ record: { from, decision_receipt_hash_sha256: _, context_id: __, ...record } }, index) => ({
    ...record,
    sender: index === 2 ? null : from,
    contact: index === 2 ? null : record.contact,
    body: index === 2 ? null : record.body,
    status: index === 1 ? 'answered' : 'received',
    deleted_at: index === 2 ? at(30) : null,
  }));

const anchorRows = () =>
  sampleAnchors.map((hash, index) => ({
    receipt_hash: hash,
    origin: index === 2 ? 'imported' : 'this_service',
    state: (['finalized', 'prepared', 'submitted'] as const)[index],
    seen_finalized: index === 0,
    network: 'testnet',
    genesis_block: 'a'.repeat(64),
    reserved_microccd: index === 1 ? '13225' : '0',
    charged_microccd: index === 0 ? '10580' : '0',
    transaction_hash: index === 1 ? null : sha256Hex(`transaction of ${hash}`),
    claimed_at: at(index),
  }));

const historyRows = () => [
  [0, 'claimed', 'prepared', 13_225, 0],
  [0, 'finalized', 'finalized', -13_225, 10_580],
  [1, 'claimed', 'prepared', 13_225, 0],
  [2, 'imported', 'submitted', 0, 0],
].map(([anchor, event, state, reserved_change, charged_change]) => ({
  receipt_hash: sampleAnchors[Number(anchor)]!, at: at(Number(anchor)), event, state, reserved_change, charged_change,
})); // prettier-ignore

/** Rows that a program with each version of the schema could have stored; versions 5 and 8 have them in version 1’s table. */
const rowsSince: Readonly<Record<number, (knex: Knex) => Promise<void>>> = {
  1: async (knex) => {
    await knex('intake').insert(requestRows());
    await knex('intake_changes').insert({ intake_id: idOf(1), status: 'answered', at: at(20) });
    const { receipt } = sampleRequests[0]!;
    await knex('idempotency').insert({
      key_sha256: sha256Hex('a key'),
      request_sha256: sha256Hex('a request'),
      receipt: JSON.stringify(receipt),
      created_at: receipt.received_at,
    });
  },
  2: async (knex) => {
    await knex('anchors').insert(anchorRows());
    await knex('anchor_history').insert(historyRows());
  },
  3: async (knex) => {
    await knex('service_keys').insert({ kid: 'k'.repeat(43), x: 'x'.repeat(43), valid_from: at(0) });
  },
  5: async (knex) => {
    await knex('intake')
      .where({ id: idOf(1) })
      .update({ decision_receipt_hash_sha256: 'c'.repeat(64) });
  },
  6: async (knex) => {
    await knex('inbox_trail').insert({ at: at(30), who: 'ada', act: 'deleted', intake_ids: JSON.stringify([idOf(2)]) });
    await knex('retention').insert({ id: 1, ended_at: at(40), done_before: at(0) });
  },
  7: async (knex) => {
    const { id, kind, received_at, body_sha256, receipt_hash_sha256 } = sampleRequests[0]!.record;
    await knex('decoys').insert({ id: id.replaceAll('0', 'd'), kind, received_at, body_sha256, receipt_hash_sha256 });
  },
  8: async (knex) => {
    await knex('intake')
      .where({ id: idOf(1) })
      .update({ context_id: 'a-conversation' });
  },
};

/** Fills a store, whose schema has this version or is the latest, with the sample rows. */
export const fillStore = async (knex: Knex, version = Infinity): Promise<void> => {
  for (const [since, insert] of Object.entries(rowsSince)) if (Number(since) <= version) await insert(knex);
};
