import type { IntakeKind, IntakeStatus } from '../domain/intake.ts';
import type { IntakeCounts } from '../domain/intake-summary.ts';
import type { Database } from './database.ts';

/** A counter by kind and status or by day, or, without a count, the time of the newest request in place of a day. */
interface CountRow {
  kind: IntakeKind | null;
  status: IntakeStatus | null;
  day: string | null;
  count: number | string | null;
}

/** Reads the counters of all requests, and of those received since a day. One statement, so that they fit together. */
export const intakeCounts =
  ({ knex, read }: Database) =>
  (sinceDay: string): Promise<IntakeCounts> =>
    read('read the counts of requests', async () => {
      const statement = `
        SELECT kind, status, NULL AS day, sum(number) AS count FROM intake_totals GROUP BY kind, status
        UNION ALL SELECT NULL, NULL, day, sum(number) FROM intake_days WHERE day >= ? GROUP BY day
        UNION ALL SELECT NULL, NULL, max(received_at), NULL FROM intake`;
      const answer = await knex.raw<CountRow[] | { rows: CountRow[] }>(statement, [sinceDay]);
      const rows = 'rows' in answer ? answer.rows : answer;
      const counted = rows
        .filter(({ count }) => Number(count) > 0)
        .map((row) => ({ ...row, count: Number(row.count) }));
      return {
        byStatus: counted.flatMap(({ kind, status, count }) => (kind && status ? { kind, status, count } : [])),
        byDay: counted.flatMap(({ day, count }) => (day ? { day, count } : [])),
        lastReceivedAt: rows.find(({ count }) => count === null)?.day ?? undefined,
      };
    });
