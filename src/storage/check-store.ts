import type { Knex } from 'knex';
import type { IntakeRecord } from '../domain/intake.ts';
import { sha256Hex } from '../domain/json/hash.ts';
import { pagesOf, type Row, type Snapshot } from './snapshot.ts';

/** What the check of a store came to. */
export interface StoreCheck {
  /** One sentence for each; none holds anything of a text. */
  readonly problems: readonly string[];
  /** The number of requests in the store. */
  readonly requests: number;
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

/** Checks a store: the file, the hashes of texts, and the money of anchors. */
export const checkStore = async (snapshot: Snapshot): Promise<StoreCheck> => {
  const problems = await checkFile(snapshot);
  let requests = 0;
  for await (const page of pagesOf(snapshot.knex, 'intake', 'id')) {
    for (const row of page as unknown as IntakeRecord[]) {
      if (row.body !== null && sha256Hex(row.body) !== row.body_sha256)
        problems.push(`the text of request ${row.id} is not the one that was received`);
      requests += 1;
    }
  }
  for (const { hash } of await rowsOf(snapshot.knex, unbalanced))
    problems.push(`the money of anchor ${hash} is not what its history adds up to`);
  return { problems, requests };
};
