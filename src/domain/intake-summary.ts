import { z } from 'zod';
import { IntakeKind, intakeLimits, IntakeStatus, isOpen } from './intake.ts';
import { REQUEST_BYTES_MAX, schemaId } from './vocabulary/service.ts';
import { Count, countsUnder } from './vocabulary/terms.ts';
import { Day, daysAfter, daysBetween, Timestamp } from './vocabulary/timestamp.ts';

/** The number of days that a summary counts one by one, today included. */
const DAYS_COUNTED = 30;

/** The answers of the last days, and how long they took. */
const Answers = z.object({
  count: Count.meta({ description: 'Requests that are `answered` and were marked so in these days.' }),
  with_receipt: Count.meta({
    description: 'Those of them that name the receipt of a decision. Of the others, nothing here shows the answer.',
  }),
  median_days: z
    .number()
    .min(0)
    .optional()
    .meta({ description: 'The median of the days from receipt to answer, to a tenth. Absent without an answer.' }),
});
type Answers = z.infer<typeof Answers>;

/** GET /api/intake/summary. Counts only: no name, contact or text. */
export const IntakeSummary = z
  .object({
    ok: z.literal(true),
    schema: z.literal(schemaId('intake-summary')),
    total: Count.meta({ description: 'Requests ever accepted.' }),
    by_kind: countsUnder(IntakeKind.options),
    by_status: countsUnder(IntakeStatus.options),
    open: Count.meta({ description: 'Requests that wait for an answer: `received` or `in_review`.' }),
    overdue: Count.meta({ description: 'Open requests whose answer was due before `counted_at`.' }),
    extended: Count.meta({ description: 'Requests ever accepted of which the date of the answer was moved.' }),
    answers: z
      .object({ last_90_days: Answers, last_365_days: Answers })
      .meta({ description: 'Answers by the time at which a request was last marked as answered.' }),
    counted_at: Timestamp,
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
  /** The number of open requests that are past their date, and the date of an open request that is next. */
  readonly overdue: number;
  /** The number of requests, open or not, of which the date was moved. */
  readonly extended: number;
  readonly nextDueAt: string | undefined;
  /** The answered requests, each with the time at which it was last marked so. */
  readonly answers: readonly {
    readonly received_at: string;
    readonly answered_at: string;
    readonly decision_receipt_hash_sha256: string | null;
  }[];
}

/** The longest time over which a summary looks back at answers, in days. */
const ANSWERS_DAYS = 365;

/** The time since which answers count in a summary of this time, RFC 3339 in UTC with milliseconds. */
export const answersSince = (now: Date): string => daysAfter(now.toISOString(), -ANSWERS_DAYS);

/** The answers given within so many days of 24 hours. Times are compared to the millisecond. */
const answersWithin = (days: number, answers: IntakeCounts['answers'], now: Date): Answers => {
  const since = daysAfter(now.toISOString(), -days);
  const counted = answers.filter(({ answered_at }) => answered_at >= since);
  const taken = counted
    // A clock that is moved back gives no answer that takes less than no time.
    .map(({ received_at, answered_at }) => Math.max(0, daysBetween(received_at, answered_at)))
    .toSorted((a, b) => a - b);
  // One value in the middle, or the two around it.
  const middle = taken.slice(Math.ceil(taken.length / 2) - 1, Math.floor(taken.length / 2) + 1);
  return {
    count: counted.length,
    with_receipt: counted.filter((answer) => answer.decision_receipt_hash_sha256 !== null).length,
    ...(taken.length === 0
      ? {}
      : { median_days: Math.round((middle.reduce((sum, one) => sum + one, 0) / middle.length) * 10) / 10 }),
  };
};

/** The days (UTC) that a summary of this time counts one by one, oldest first. */
export const summaryDays = (now: Date): string[] =>
  Array.from({ length: DAYS_COUNTED }, (_, index) =>
    daysAfter(now.toISOString(), index + 1 - DAYS_COUNTED).slice(0, 10),
  );

/** The public summary: all kinds and statuses with zeros, the last 30 days, without names or texts. */
export const buildIntakeSummary = (
  { byStatus, byDay, lastReceivedAt, overdue, extended, answers }: IntakeCounts,
  now: Date,
  accepting: boolean,
): IntakeSummary => {
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
    open: sum((row) => isOpen(row.status)),
    overdue,
    extended,
    answers: {
      last_90_days: answersWithin(90, answers, now),
      last_365_days: answersWithin(ANSWERS_DAYS, answers, now),
    },
    counted_at: now.toISOString(),
    by_day: summaryDays(now).map((day) => ({ day, count: counts.get(day) ?? 0 })),
    ...(lastReceivedAt === undefined ? {} : { last_received_at: lastReceivedAt }),
    limits: { ...intakeLimits, request_bytes_max: REQUEST_BYTES_MAX },
    accepting,
  };
};
