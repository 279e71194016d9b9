import { z } from 'zod';
import { Sha256Hex } from './json/sha256.ts';
import { Signatures } from './keys/signature.ts';
import { receiptPagePath } from './receipts/decision-receipt.ts';
import { schemaId } from './vocabulary/service.ts';
import { DocumentAddress, Name, RANDOM_ID_PATTERN } from './vocabulary/text.ts';
import { daysAfter, Timestamp } from './vocabulary/timestamp.ts';

/** The kinds of request (SPEC.md §4.1). */
export const IntakeKind = z
  .enum(['question', 'governance', 'technical', 'invite', 'media', 'bug', 'contact', 'other'])
  .meta({ description: 'What the request is about.' });
export type IntakeKind = z.infer<typeof IntakeKind>;

/** The state of a request. */
export const IntakeStatus = z
  .enum(['received', 'in_review', 'answered', 'declined'])
  .meta({ description: 'The state of the request.' });
export type IntakeStatus = z.infer<typeof IntakeStatus>;

/** The states of a request that waits for an answer. */
export const openStatuses = ['received', 'in_review'] as const satisfies readonly IntakeStatus[];

/** Whether a request in this state waits for an answer. */
export const isOpen = (status: IntakeStatus): boolean => openStatuses.some((open) => open === status);

/** The kinds of request in the words of the form, in its order. */
export const kindWords: Readonly<Record<IntakeKind, string>> = {
  question: 'A question',
  governance: 'A governance matter',
  technical: 'A technical matter',
  bug: 'A problem with the service or its data',
  media: 'A media request',
  invite: 'An invitation',
  contact: 'Please get in touch',
  other: 'Something else',
};

/** The words for a status, and what it means to the person who sent the request. */
const statusWords: Readonly<Record<IntakeStatus, { readonly title: string; readonly meaning: string }>> = {
  received: {
    title: 'Received',
    meaning: 'It is stored as a request to the people who run this agent, and waits to be read.',
  },
  in_review: { title: 'In review', meaning: 'Somebody is reading it.' },
  answered: {
    title: 'Marked as answered',
    meaning:
      'The people who run this agent marked it as answered. Nothing here shows the answer: no receipt of a decision is named.',
  },
  declined: { title: 'Declined', meaning: 'It was read and will not be answered.' },
};

/** Bounds of the members in Unicode code points (SPEC.md §4.1). */
export const intakeLimits = { body_min: 3, body_max: 4000, from_max: 200, contact_max: 320 } as const;

/** The body of POST /api/intake. Unknown members are ignored. */
export const IntakeRequest = z
  .object({
    // The keyword `default` makes generators of clients demand the member.
    kind: IntakeKind.default('other').meta({
      description: 'What the request is about; without it, `other`.',
      default: undefined,
    }),
    from: z.string().max(intakeLimits.from_max).optional().meta({ description: 'A sender name, free text.' }),
    contact: z
      .string()
      .max(intakeLimits.contact_max)
      .optional()
      .meta({ description: 'An e-mail address or a handle, free text.' }),
    body: z
      .string()
      .min(intakeLimits.body_min)
      .max(intakeLimits.body_max)
      .meta({ description: 'The request itself. Length counts Unicode code points as sent, without trimming.' }),
  })
  .meta({
    id: schemaId('intake-request'),
    title: 'Intake request',
    description: 'A public request to the agent. Only `body` is required.',
    examples: [{ kind: 'question', from: 'A reader', contact: 'reader@example.org', body: 'Who operates this agent?' }],
  });
export type IntakeRequest = z.infer<typeof IntakeRequest>;

export const IntakeId = z
  .string()
  .regex(RANDOM_ID_PATTERN, 'expected the 24 characters of a request id')
  .meta({ description: 'Identifier of a request: 24 characters, 120 random bits.' });

/** The answer to an accepted request (SPEC.md §4.2). It contains no personal data. */
export const IntakeReceipt = z
  .object({
    ok: z.literal(true),
    schema: z.literal(schemaId('intake-receipt')),
    id: IntakeId,
    status: z.literal('received').meta({ description: 'The status at the time of the receipt.' }),
    kind: IntakeKind,
    received_at: Timestamp,
    answer_by: Timestamp.optional().meta({
      description: 'By when an answer is promised. Absent where the people who run the service promise none.',
    }),
    body_sha256: Sha256Hex.meta({ description: 'SHA-256 of the UTF-8 bytes of `body` as sent.' }),
    receipt_hash_sha256: Sha256Hex.meta({
      description: 'SHA-256 of the RFC 8785 canonical text of this receipt without this member and `signatures`.',
    }),
    status_url: DocumentAddress.meta({ description: 'Where the status of the request can be read.' }),
    signatures: Signatures.optional(),
  })
  .meta({ id: schemaId('intake-receipt'), title: 'Intake receipt', description: 'Proof that a request was stored.' });
export type IntakeReceipt = z.infer<typeof IntakeReceipt>;

/** A later date for an answer, with the reason that everybody may read (SPEC.md §4.4). */
const IntakeExtension = z.object({
  at: Timestamp.meta({ description: 'When the date was moved.' }),
  due_at: Timestamp.meta({ description: 'By when an answer was due from then on.' }),
  reason: Name,
});
export type IntakeExtension = z.infer<typeof IntakeExtension>;

/** GET /api/intake/{id}: the state of a request, without its text or sender. */
export const IntakeStatusDocument = z
  .object({
    ok: z.literal(true),
    schema: z.literal(schemaId('intake-status')),
    id: IntakeId,
    status: IntakeStatus,
    kind: IntakeKind,
    received_at: Timestamp,
    history: z
      .array(z.object({ status: IntakeStatus, at: Timestamp }))
      .min(1)
      .meta({ description: 'Every status the request has had, oldest first.' }),
    answer_by: Timestamp.optional().meta({
      description: 'What the receipt promises. Absent where it promises no answer.',
    }),
    extensions: z.array(IntakeExtension).meta({ description: 'Every time the date was moved, oldest first.' }),
    due_at: Timestamp.optional().meta({
      description: 'By when an answer is due: the date of the last extension, else `answer_by`.',
    }),
    overdue: z.boolean().meta({
      description: 'Whether `due_at` is past and the request is open, that is `received` or `in_review`.',
    }),
    text_deleted_at: Timestamp.optional().meta({ description: 'When text, sender and contact were deleted.' }),
    body_sha256: Sha256Hex.optional().meta({
      description:
        'SHA-256 of the UTF-8 bytes of the text. Absent once the text is deleted: a short text can be guessed from it.',
    }),
    receipt_hash_sha256: Sha256Hex,
    decision_receipt_hash_sha256: Sha256Hex.optional().meta({
      description: 'The hash of the receipt of the decision that the request led to. Absent while none is named.',
    }),
    decision_receipt_url: z.url().optional().meta({ description: 'The page of that receipt.' }),
    status_url: z.url(),
  })
  .meta({ id: schemaId('intake-status'), title: 'Intake status', description: 'The state of one request.' });
export type IntakeStatusDocument = z.infer<typeof IntakeStatusDocument>;

/** A request as it is stored. `from`, `contact`, `body` and `context_id` are null once deleted. */
export interface IntakeRecord {
  readonly id: string;
  readonly kind: IntakeKind;
  readonly from: string | null;
  readonly contact: string | null;
  readonly body: string | null;
  readonly received_at: string;
  /** By when the receipt promises an answer, and by when it is due: later after an extension. Null without a promise. */
  readonly answer_by: string | null;
  readonly due_at: string | null;
  readonly body_sha256: string;
  readonly receipt_hash_sha256: string;
  readonly status: IntakeStatus;
  readonly deleted_at: string | null;
  /** The receipt of the decision that the request led to, if one is named. */
  readonly decision_receipt_hash_sha256: string | null;
  /** The conversation that the sender counts it to, if one is named (SPEC.md §18.3). */
  readonly context_id: string | null;
}

/** Path of the JSON status of a request, relative to the base address. */
export const intakeStatusPath = (id: string): string => `/api/intake/${id}`;

/** The date of an answer after an extension: counted from the date before, or from now where that is past. All RFC 3339 as above. */
export const extendedDate = (before: string, days: number, now: string): string =>
  daysAfter(before < now ? now : before, days);

/** Whether a request is overdue: it is open, and the time by which an answer was due is past. @param now RFC 3339 */
export const isOverdue = ({ status, due_at }: Pick<IntakeRecord, 'status' | 'due_at'>, now: string): boolean =>
  isOpen(status) && due_at !== null && due_at < now;

/**
 * The words for the status of a request, with the date on which an answer is due while it is open. An answer that a decision receipt
 * shows is told apart from one that is only stated.
 */
export const wordsOfStatus = ({
  status,
  decision_receipt_hash_sha256: decision,
  due_at,
  overdue,
}: Pick<IntakeStatusDocument, 'status' | 'decision_receipt_hash_sha256' | 'due_at' | 'overdue'>) => {
  if (status === 'answered' && decision !== undefined)
    return { title: 'Answered', meaning: 'It led to a decision of this agent, whose receipt is named here.' };
  const { title, meaning } = statusWords[status];
  if (!isOpen(status) || due_at === undefined) return { title, meaning };
  const time = `${due_at.slice(0, 10)} ${due_at.slice(11, 19)} UTC`;
  const due = overdue ? `It is overdue: an answer was due by ${time}.` : `An answer is due by ${time}.`;
  return { title, meaning: `${meaning} ${due}` };
};

/** A request as the store gives it, with what happened to it after `received`, oldest first. */
export interface StoredIntake {
  readonly record: IntakeRecord;
  readonly changes: readonly { readonly status: IntakeStatus; readonly at: string }[];
  readonly extensions: readonly IntakeExtension[];
}

/** The public status of a stored request at a time. @param now RFC 3339 in UTC with milliseconds */
export const buildIntakeStatus = (
  { record, changes, extensions }: StoredIntake,
  { siteUrl, now }: { siteUrl: string; now: string },
): IntakeStatusDocument => ({
  ok: true,
  schema: schemaId('intake-status'),
  id: record.id,
  status: record.status,
  kind: record.kind,
  received_at: record.received_at,
  history: [{ status: 'received', at: record.received_at }, ...changes],
  ...(record.answer_by === null ? {} : { answer_by: record.answer_by }),
  extensions: [...extensions],
  ...(record.due_at === null ? {} : { due_at: record.due_at }),
  overdue: isOverdue(record, now),
  ...(record.deleted_at === null ? { body_sha256: record.body_sha256 } : { text_deleted_at: record.deleted_at }),
  receipt_hash_sha256: record.receipt_hash_sha256,
  ...(record.decision_receipt_hash_sha256 === null
    ? {}
    : {
        decision_receipt_hash_sha256: record.decision_receipt_hash_sha256,
        decision_receipt_url: siteUrl + receiptPagePath(record.decision_receipt_hash_sha256),
      }),
  status_url: siteUrl + intakeStatusPath(record.id),
});
