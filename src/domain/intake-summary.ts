import { z } from 'zod';
import { IntakeKind, intakeLimits, IntakeStatus } from './intake.ts';
import { REQUEST_BYTES_MAX, schemaId } from './vocabulary/service.ts';
import { Count, countsUnder } from './vocabulary/terms.ts';
import { Day, Timestamp } from './vocabulary/timestamp.ts';

/** The number of days that a summary counts one by one, today included. */
const DAYS_COUNTED = 30;

/** GET /api/intake/summary. Counts only: no name, contact or text. */
export const IntakeSummary = z
  .object({
    ok: z.literal(true),
    schema: z.literal(schemaId('intake-summary')),
    total: Count.meta({ description: 'Requests ever accepted.' }),
    by_kind: countsUnder(IntakeKind.options),
    by_status: countsUnder(IntakeStatus.options),
    by_day: z
      .array(z.object({ day: Day, count: Count }))
      .length(DAYS_COUNTED)
      .meta({ description: 'Accepted requests of the last 30 days (UTC), oldest first, today last.' }),
    last_received_at: Timestamp.optional().meta({ description: 'Absent while there is no request.' }),
    limits: z.object({
      body_min: z.int(),
      body_max: z.int(),
      from_max: z.int(),
      contact_max: z.int(),
      request_bytes_max: z.int(),
    }),
    accepting: z.boolean().meta({ description: 'Whether the store accepts requests.' }),
  })
  .meta({
    id: schemaId('intake-summary'),
    title: 'Intake summary',
    description: 'Counts of the public request intake.',
  });
export type IntakeSummary = z.infer<typeof IntakeSummary>;

/** What a summary is made from: the requests by kind and status, those of the last days by day, and the newest. */
export interface IntakeCounts {
  readonly byStatus: readonly { readonly kind: IntakeKind; readonly status: IntakeStatus; readonly count: number }[];
  readonly byDay: readonly { readonly day: string; readonly count: number }[];
  readonly lastReceivedAt: string | undefined;
}

const DAY_MS = 86_400_000;

/** The days (UTC) that a summary of this time counts one by one, oldest first. */
export const summaryDays = (now: Date): string[] =>
  Array.from({ length: DAYS_COUNTED }, (_, index) =>
    new Date(now.getTime() - (DAYS_COUNTED - 1 - index) * DAY_MS).toISOString().slice(0, 10),
  );

/** The public summary: all kinds and statuses with zeros, the last 30 days, without names or texts. */
export const buildIntakeSummary = ({ byStatus, byDay, lastReceivedAt }: IntakeCounts, now: Date): IntakeSummary => {
  const sum = (match: (row: IntakeCounts['byStatus'][number]) => boolean) =>
    byStatus.reduce((total, row) => (match(row) ? total + row.count : total), 0);
  const counts = new Map(byDay.map(({ day, count }) => [day, count]));
  return {
    ok: true,
    schema: schemaId('intake-summary'),
    total: sum(() => true),
    by_kind: Object.fromEntries(
      IntakeKind.options.map((kind) => [kind, sum((row) => row.kind === kind)]),
    ) as IntakeSummary['by_kind'],
    by_status: Object.fromEntries(
      IntakeStatus.options.map((status) => [status, sum((row) => row.status === status)]),
    ) as IntakeSummary['by_status'],
    by_day: summaryDays(now).map((day) => ({ day, count: counts.get(day) ?? 0 })),
    ...(lastReceivedAt === undefined ? {} : { last_received_at: lastReceivedAt }),
    limits: { ...intakeLimits, request_bytes_max: REQUEST_BYTES_MAX },
    accepting: true,
  };
};
