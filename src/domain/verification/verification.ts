import { z } from 'zod';
import { Sha256Hex } from '../json/sha256.ts';
import { schemaId } from '../vocabulary/service.ts';

/** The checks of a verification, in the order they are made. A check that a kind of document has no use for is left out. */
export const CheckId = z.enum([
  'well_formed',
  'schema',
  'canonical_form',
  'hash',
  'linked_hashes',
  'transition_chain',
  'anchor_bytes',
  'anchor_state',
]);
export type CheckId = z.infer<typeof CheckId>;

export const checkTitles: Readonly<Record<CheckId, string>> = {
  well_formed: 'The text is JSON that every reader understands alike',
  schema: 'The document satisfies its schema',
  canonical_form: 'The document has a canonical form',
  hash: 'The document has the hash that is stated',
  linked_hashes: 'The hashes inside it belong to what they name',
  transition_chain: 'The moves are those of the state machine',
  anchor_bytes: 'The bytes on the chain are the receipt hash',
  anchor_state: 'The anchor is final on the chain',
};

export const DocumentKind = z.enum(['decision_receipt', 'evidence_pack', 'work_order_pack', 'runner_receipt']);
export type DocumentKind = z.infer<typeof DocumentKind>;

export const Check = z.object({
  id: CheckId,
  title: z.string(),
  result: z
    .enum(['pass', 'fail', 'unverified'])
    .meta({ description: '`unverified`: it could not be looked at here. That is not the same as invalid.' }),
  reason: z.string(),
});
export type Check = z.infer<typeof Check>;

/** What a verification found. No document of the service: it is made where the document is, and nobody is asked. */
export const Verification = z
  .object({
    schema: z.literal(schemaId('verification')),
    kind: DocumentKind.nullable().meta({ description: 'What the document is; null when it is nothing known.' }),
    hash_sha256: Sha256Hex.nullable().meta({ description: 'The hash that was computed; null when none could be.' }),
    outcome: z.enum(['pass', 'fail', 'unverified', 'unusable']).meta({
      description: '`fail` when one check fails; else `unverified` when one is; `unusable` for an unknown kind.',
    }),
    checks: z.array(Check),
  })
  .meta({
    id: schemaId('verification'),
    title: 'Verification',
    description: 'The checks that were made on a document, one by one.',
  });
export type Verification = z.infer<typeof Verification>;

/** What a check found: nothing wrong, something wrong, or that it could not look. */
export type CheckResult = Pick<Check, 'result' | 'reason'>;

export const passed = (reason: string): CheckResult => ({ result: 'pass', reason });
export const failed = (reason: string): CheckResult => ({ result: 'fail', reason });
export const unverified = (reason: string): CheckResult => ({ result: 'unverified', reason });

/** The result of a check on a list of problems: a pass without any. */
export const resultOfProblems = (problems: readonly string[], whenNone: string): CheckResult =>
  problems.length === 0 ? passed(whenNone) : failed(problems.join(' '));

/** SHA-256 of bytes as 64 lowercase hexadecimal digits, however the place at hand computes it. */
export type Digest = (bytes: Uint8Array<ArrayBuffer>) => Promise<Sha256Hex> | Sha256Hex;

/** The hash of a JSON value under an injected digest. */
export type HashOf = (value: unknown) => Promise<Sha256Hex>;

/** The results on the parts that only one kind of document has. */
export type LinkResults = Partial<
  Record<Exclude<CheckId, 'well_formed' | 'schema' | 'canonical_form' | 'hash'>, CheckResult>
>;
