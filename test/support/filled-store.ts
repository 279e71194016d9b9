import type { Knex } from 'knex';
import { acceptIntake } from '../../src/domain/accept-intake.ts';
import { sha256Hex } from '../../src/domain/json/hash.ts';

/** The address that the receipts of the sample rows name. */
export const SAMPLE_SITE = 'http://localhost:4321';

const GENESIS = 'a'.repeat(64);
const at = (minute: number): string => new Date(Date.UTC(2026, 0, 2, 3, minute)).toISOString();
const idOf = (count: number): string => String(count).padStart(24, '0');

/** The sample requests: one waits, one is answered, one has lost its text. */
export const sampleRequests = (['question', 'bug', 'media'] as const).map((kind, index) =>
  acceptIntake(
    { kind, from: `Sender ${index}`, contact: `sender-${index}@example.org`, body: `Request ${index}: ä, 漢, 🙂` },
    { id: idOf(index), now: new Date(at(index)), siteUrl: SAMPLE_SITE, answerDays: 30 },
  ),
);

/** The hashes of the sample anchors: charged, held, imported. */
const sampleAnchors = ['charged', 'held', 'imported'].map((name) => sha256Hex(`anchor ${name}`));

const requestRows = () =>
  sampleRequests.map(({ record: { from, ...record } }, index) => ({
    ...record,
    sender: index === 2 ? null : from,
    contact: index === 2 ? null : record.contact,
    body: index === 2 ? null : record.body,
    status: index === 1 ? 'answered' : 'received',
    decision_receipt_hash_sha256: index === 1 ? 'c'.repeat(64) : null,
    context_id: index === 1 ? 'a-conversation' : null,
    deleted_at: index === 2 ? at(30) : null,
  }));

const anchorRows = () =>
  sampleAnchors.map((hash, index) => ({
    anchor_id: `${GENESIS}:${hash}`,
    receipt_hash: hash,
    genesis_block: GENESIS,
    origin: index === 2 ? 'imported' : 'this_service',
    state: (['finalized', 'prepared', 'finalized'] as const)[index],
    reserved_microccd: index === 1 ? '13225' : '0',
    charged_microccd: index === 0 ? '10580' : '0',
    transaction_hash: index === 1 ? null : sha256Hex(`transaction of ${hash}`),
    claimed_at: at(index),
  }));

const historyRows = () => [
  [0, 'claimed', 'prepared', 13_225, 0],
  [0, 'finalized', 'finalized', -13_225, 10_580],
  [1, 'claimed', 'prepared', 13_225, 0],
  [2, 'imported', 'finalized', 0, 0],
].map(([anchor, event, state, reserved_change, charged_change]) => ({
  anchor_id: `${GENESIS}:${sampleAnchors[Number(anchor)]!}`, at: at(Number(anchor)), event, state, reserved_change, charged_change,
})); // prettier-ignore

/** Fills an empty store with the sample rows: at least one in every table that is copied. */
export const fillStore = async (knex: Knex): Promise<void> => {
  const { receipt } = sampleRequests[0]!;
  await knex('intake').insert(requestRows());
  await knex('intake_changes').insert({ intake_id: idOf(1), status: 'answered', at: at(20) });
  await knex('intake_extensions').insert({
    intake_id: idOf(0),
    at: at(21),
    due_at: '2026-03-01T00:00:00.000Z',
    reason: 'A holiday',
  });
  await knex('idempotency').insert({
    key_sha256: sha256Hex('a key'),
    request_sha256: sha256Hex('a request'),
    receipt: JSON.stringify(receipt),
    created_at: receipt.received_at,
  });
  await knex('anchors').insert(anchorRows());
  await knex('anchor_history').insert(historyRows());
  await knex('service_keys').insert({ kid: 'k'.repeat(43), x: 'x'.repeat(43), valid_from: at(0) });
};
