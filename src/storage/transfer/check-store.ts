import type { Knex } from 'knex';
import { intakeReceiptPreimage } from '../../domain/accept-intake.ts';
import type { IntakeRecord } from '../../domain/intake.ts';
import { canonicalText } from '../../domain/json/canonical-json.ts';
import { sha256Hex } from '../../domain/json/hash.ts';
import { pagesOf, type Row, type Snapshot } from './snapshot.ts';
import { carriedTables } from './tables.ts';

/** What the check of a store came to. */
export interface StoreCheck {
  /** One sentence for each; none holds anything of a text. */
  readonly problems: readonly string[];
  /** Requests whose receipt hash was computed again. */
  readonly recomputed: number;
  /** Requests whose receipt hash belongs to none of the addresses. */
  readonly unverified: readonly string[];
}

/** The schema version with counters. */
const COUNTERS_SINCE = 4;

/** A check by one statement: each row is one problem. */
const questions: readonly { readonly since: number; readonly sql: string; readonly says: (row: Row) => string }[] = [
  {
    since: COUNTERS_SINCE,
    sql: `SELECT kind, status, sum(counted) AS counted, sum(found) AS found FROM (
            SELECT kind, status, number AS counted, 0 AS found FROM intake_totals
            UNION ALL SELECT kind, status, 0, 1 FROM intake) AS both_counts
          GROUP BY kind, status HAVING sum(counted) <> sum(found)`,
    says: (row) =>
      `the counter of ${row['kind']}, ${row['status']} says ${row['counted']}, and there are ${row['found']}`,
  },
  {
    since: COUNTERS_SINCE,
    sql: `SELECT day, sum(counted) AS counted, sum(found) AS found FROM (
            SELECT day, number AS counted, 0 AS found FROM intake_days
            UNION ALL SELECT substr(received_at, 1, 10), 0, 1 FROM intake) AS both_counts
          GROUP BY day HAVING sum(counted) <> sum(found)`,
    says: (row) => `the counter of ${row['day']} says ${row['counted']}, and there are ${row['found']}`,
  },
  {
    since: COUNTERS_SINCE,
    sql: `SELECT state, sum(counted) AS counted, sum(found) AS found FROM (
            SELECT state, number AS counted, 0 AS found FROM anchor_totals
            UNION ALL SELECT state, 0, 1 FROM anchors) AS both_counts
          GROUP BY state HAVING sum(counted) <> sum(found)`,
    says: (row) => `the counter of ${row['state']} anchors says ${row['counted']}, and there are ${row['found']}`,
  },
  {
    since: 2,
    sql: `SELECT anchors.receipt_hash AS hash FROM anchors LEFT JOIN anchor_history AS history
            ON history.receipt_hash = anchors.receipt_hash
          GROUP BY anchors.receipt_hash, reserved_microccd, charged_microccd
          HAVING coalesce(sum(reserved_change), 0) <> reserved_microccd OR coalesce(sum(charged_change), 0) <> charged_microccd`,
    says: (row) => `the money of anchor ${row['hash']} is not what its history adds up to`,
  },
];

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
 * Checks a store: the file, the hashes of texts and receipts, the counters, and the money of anchors.
 * @param siteUrls the addresses that receipts may name: the present one and earlier ones.
 */
export const checkStore = async (snapshot: Snapshot, siteUrls: readonly string[]): Promise<StoreCheck> => {
  const problems = await checkFile(snapshot);
  const unverified: string[] = [];
  let recomputed = 0;
  for await (const page of pagesOf(snapshot.knex, carriedTables[0]!)) {
    for (const row of page as unknown as IntakeRecord[]) {
      if (row.body !== null && sha256Hex(row.body) !== row.body_sha256)
        problems.push(`the text of request ${row.id} is not the one that was received`);
      const isKnown = siteUrls.some(
        (siteUrl) => sha256Hex(canonicalText(intakeReceiptPreimage(row, siteUrl))) === row.receipt_hash_sha256,
      );
      if (isKnown) recomputed += 1;
      else unverified.push(row.id);
    }
  }
  for (const { since, sql, says } of questions)
    if (snapshot.version >= since) problems.push(...(await rowsOf(snapshot.knex, sql)).map(says));
  return { problems, recomputed, unverified };
};
