import type { Knex } from 'knex';
import { intakeReceiptPreimage } from '../domain/accept-intake.ts';
import type { IntakeRecord } from '../domain/intake.ts';
import { canonicalText } from '../domain/json/canonical-json.ts';
import { sha256Hex } from '../domain/json/hash.ts';
import { pagesOf, type Row, type Snapshot } from './snapshot.ts';

/** What the check of a store came to. */
export interface StoreCheck {
  /** One sentence for each; none holds anything of a text. */
  readonly problems: readonly string[];
  /** The number of requests in the store. */
  readonly requests: number;
  /** The number of receipts that do not name the address, all made before the first one that does. */
  readonly elsewhere: number;
}

const unbalanced = `SELECT anchors.receipt_hash AS hash FROM anchors LEFT JOIN anchor_history AS history
    ON history.anchor_id = anchors.anchor_id
  GROUP BY anchors.anchor_id, anchors.receipt_hash, reserved_microccd, charged_microccd
  HAVING coalesce(sum(reserved_change), 0) <> reserved_microccd OR coalesce(sum(charged_change), 0) <> charged_microccd`;

const rowsOf = async (knex: Knex, sql: string): Promise<Row[]> => {
  const answer = await knex.raw<Row[] | { rows: Row[] }>(sql);
  return 'rows' in answer ? answer.rows : answer;
};

const checkFile = async ({ knex, dialect }: Snapshot): Promise<string[]> => {
  if (dialect !== 'sqlite') return [];
  const damage = (await rowsOf(knex, 'PRAGMA integrity_check')).map((row) => String(row['integrity_check']));
  const orphans = await rowsOf(knex, 'PRAGMA foreign_key_check');
  return [
    ...damage.filter((text) => text !== 'ok').map((text) => `the file is damaged: ${text}`),
    ...orphans.map((row) => `row ${row['rowid']} of ${row['table']} refers to nothing`),
  ];
};

/**
 * Checks a store: the file, the hashes of texts and receipts, and the money of anchors.
 * @param siteUrl the address that receipts name.
 */
export const checkStore = async (snapshot: Snapshot, siteUrl: string): Promise<StoreCheck> => {
  const problems = await checkFile(snapshot);
  const others: Pick<IntakeRecord, 'id' | 'received_at'>[] = [];
  let requests = 0;
  /** When the first receipt that names the address was made; after every time while none is found. */
  let first = '9999';
  for await (const page of pagesOf(snapshot.knex, 'intake', 'id')) {
    for (const row of page as unknown as IntakeRecord[]) {
      if (row.body !== null && sha256Hex(row.body) !== row.body_sha256)
        problems.push(`the text of request ${row.id} is not the one that was received`);
      const hash = sha256Hex(canonicalText(intakeReceiptPreimage(row, siteUrl)));
      if (hash !== row.receipt_hash_sha256) others.push({ id: row.id, received_at: row.received_at });
      else if (row.received_at < first) first = row.received_at;
      requests += 1;
    }
  }
  for (const { id, received_at } of others)
    if (received_at >= first) problems.push(`the receipt hash of request ${id} is not that of its receipt`);
  for (const { hash } of await rowsOf(snapshot.knex, unbalanced))
    problems.push(`the money of anchor ${hash} is not what its history adds up to`);
  return { problems, requests, elsewhere: others.filter(({ received_at }) => received_at < first).length };
};
