import { z } from 'zod';
import { Sha256Hex } from '../json/sha256.ts';
import type { KnownKey } from '../keys/public-key.ts';
import { ConstraintResult, Coverage } from '../receipts/mandate-scope.ts';
import { schemaId } from '../vocabulary/service.ts';
import type { Timestamp } from '../vocabulary/timestamp.ts';

/** The checks of a verification, in the order they are made. A check that does not apply to a kind of document is left out. */
export const checkTitles = {
  well_formed: 'The text is JSON that every reader interprets in the same way',
  schema: 'The document satisfies its schema',
  canonical_form: 'The document has a canonical form',
  hash: 'The document has the hash that it states',
  linked_hashes: 'The hashes inside the document match the objects that they name',
  transition_chain: 'The moves follow the state machine',
  signature: 'A known key that was valid at the time signed the document',
  anchor_bytes: 'Where the document states an anchor, its bytes encode the receipt hash',
  anchor_state: 'Where the document states an anchor, it is final on the chain',
} as const;

export const CheckId = z.enum(Object.keys(checkTitles) as [keyof typeof checkTitles]);
export type CheckId = keyof typeof checkTitles;

export const DocumentKind = z.enum([
  'decision_receipt',
  'evidence_pack',
  'work_order_pack',
  'runner_receipt',
  'intake_receipt',
  'anchor_record',
  'data_manifest',
  'agent_card',
]);
export type DocumentKind = z.infer<typeof DocumentKind>;

export const Check = z.object({
  id: CheckId,
  title: z.string(),
  result: z
    .enum(['pass', 'fail', 'unverified'])
    .meta({ description: '`unverified`: the check could not be made here. That is not the same as invalid.' }),
  reason: z.string(),
});
export type Check = z.infer<typeof Check>;

/** The answer to one of the three questions. */
export const Answer = z.object({
  result: Check.shape.result,
  words: z.string().meta({ description: 'The answer in a sentence.' }),
  next_step: z.string().meta({ description: 'What the reader can do about it.' }),
});
export type Answer = z.infer<typeof Answer>;

/** The three questions about a document, each with its own answer. */
export const Answers = z.object({
  intact: Answer.meta({ description: 'Intact? Text, schema, hash, links and moves.' }),
  from_whom: Answer.meta({ description: 'From whom? The signatures, judged with the keys that were given.' }),
  since_when: Answer.meta({ description: 'Since when? The anchor, as far as the chain was asked.' }),
});
export type Answers = z.infer<typeof Answers>;

/** A receipt that was given with a document, and whether it counts toward what was used of the mandate (SPEC.md §11.14). */
const GivenReceipt = z.object({
  hash_sha256: Sha256Hex.nullable(),
  counts: z.boolean(),
  reason: z.string(),
});

/** The mandate of a decision held against it: beside the three questions, and without any effect on the outcome. */
export const MandateAnswer = z.object({
  result: Coverage,
  words: z.string().meta({ description: 'The result in a sentence.' }),
  constraints: z.array(ConstraintResult).meta({ description: 'The bounds of the mandate, each with its result.' }),
  receipts: z.array(GivenReceipt).meta({ description: 'The receipts that were given with the document.' }),
});
export type MandateAnswer = z.infer<typeof MandateAnswer>;

/** The result of a verification. Anyone with the document can make it, offline; over A2A and MCP the service does (SPEC.md §19.2). */
export const Verification = z
  .object({
    schema: z.literal(schemaId('verification')),
    kind: DocumentKind.nullable().meta({ description: 'The kind of document; null when it is not recognised.' }),
    hash_sha256: Sha256Hex.nullable().meta({ description: 'The computed hash; null when none could be computed.' }),
    outcome: z.enum(['pass', 'fail', 'unverified', 'unusable']).meta({
      description:
        '`fail` when a check fails; otherwise `unverified` when a check or an answer is unverified; `unusable` for an unknown kind, or for a text that is not JSON.',
    }),
    headline: z.string().meta({ description: 'The answers in one line, never better than the weakest of them.' }),
    answers: Answers,
    mandate: MandateAnswer.nullable().meta({
      description:
        'Whether the decision keeps to its mandate; null where the document holds no decision receipt or is not intact. A document can pass and be outside its mandate.',
    }),
    checks: z.array(Check),
  })
  .meta({
    id: schemaId('verification'),
    title: 'Verification',
    description: 'The checks that were made on a document, each with its result.',
  });
export type Verification = z.infer<typeof Verification>;

/** The result of a check, with the reason. */
export type CheckResult = Pick<Check, 'result' | 'reason'>;

export const passed = (reason: string): CheckResult => ({ result: 'pass', reason });
export const failed = (reason: string): CheckResult => ({ result: 'fail', reason });
export const unverified = (reason: string): CheckResult => ({ result: 'unverified', reason });

/** The words of those problems that there are. */
export const problemsOf = (...all: readonly (readonly [is: boolean, words: string])[]): string[] =>
  all.flatMap(([is, words]) => (is ? [words] : []));

/** The result of a check that found these problems: a pass when there are none. */
export const resultOfProblems = (problems: readonly string[], whenNone: string): CheckResult =>
  problems.length === 0 ? passed(whenNone) : failed(problems.join(' '));

/** SHA-256 of the UTF-8 form of a text as 64 lowercase hexadecimal digits, computed by whatever means the platform has. */
export type Digest = (text: string) => Promise<Sha256Hex> | Sha256Hex;

/** The results of the checks that apply to some kinds of document only. */
export type LinkResults = Partial<
  Record<Exclude<CheckId, 'well_formed' | 'schema' | 'canonical_form' | 'hash' | 'signature'>, CheckResult>
>;

/** What a verification is given besides the document. */
export interface VerifyOptions {
  /** How SHA-256 is computed; by WebCrypto where it is left out. */
  readonly sha256?: Digest;
  /** The hash that was asked for, for instance the name of the file: the document’s own or, for an evidence pack, its receipt’s. */
  readonly receiptHash?: string | undefined;
  /** The keys at hand, or how to get them, which is done only for a document with signatures. */
  readonly keys?: readonly KnownKey[] | (() => Promise<readonly KnownKey[]>) | undefined;
  /** The block time of a finalized anchor on mainnet or testnet of the receipt hash, seen at a node by the person who verifies. */
  readonly anchoredAt?: Timestamp | undefined;
  /** The network on which that anchor was seen, when it is known which of the two. */
  readonly anchoredOn?: string | undefined;
  /** Texts of further receipts: those of accepted decisions under the same mandate count toward its budget (SPEC.md §11.14). */
  readonly receipts?: readonly (string | Uint8Array)[] | undefined;
  /** What a node said of the anchor that an evidence pack states; takes the place of an `anchor_state` that only the chain can say. */
  readonly anchorAtNode?: CheckResult | undefined;
}

/** What the checks of some kinds of document are given besides the document. */
export type LinkOptions = Pick<VerifyOptions, 'receiptHash' | 'anchorAtNode'> & { readonly sha256: Digest };
