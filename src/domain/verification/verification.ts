import { z } from 'zod';
import { Sha256Hex } from '../json/sha256.ts';
import { schemaId } from '../vocabulary/service.ts';

/** The checks of a verification, in the order they are made. A check that does not apply to a kind of document is left out. */
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
  well_formed: 'The text is JSON that every reader interprets in the same way',
  schema: 'The document satisfies its schema',
  canonical_form: 'The document has a canonical form',
  hash: 'The document has the hash that it states',
  linked_hashes: 'The hashes inside the document match the objects that they name',
  transition_chain: 'The moves follow the state machine',
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
    .meta({ description: '`unverified`: the check could not be made here. That is not the same as invalid.' }),
  reason: z.string(),
});
export type Check = z.infer<typeof Check>;

/** The result of a verification. The service does not publish it: whoever has the document makes it, offline. */
export const Verification = z
  .object({
    schema: z.literal(schemaId('verification')),
    kind: DocumentKind.nullable().meta({ description: 'The kind of document; null when it is not recognised.' }),
    hash_sha256: Sha256Hex.nullable().meta({ description: 'The computed hash; null when none could be computed.' }),
    outcome: z.enum(['pass', 'fail', 'unverified', 'unusable']).meta({
      description:
        '`fail` when a check fails; otherwise `unverified` when a check is unverified; `unusable` for an unknown kind.',
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

/** The result of a check that found these problems: a pass when there are none. */
export const resultOfProblems = (problems: readonly string[], whenNone: string): CheckResult =>
  problems.length === 0 ? passed(whenNone) : failed(problems.join(' '));

/** SHA-256 of bytes as 64 lowercase hexadecimal digits, computed by whatever means the platform has. */
export type Digest = (bytes: Uint8Array<ArrayBuffer>) => Promise<Sha256Hex> | Sha256Hex;

/** Computes the hash of a JSON value with an injected digest. */
export type HashOf = (value: unknown) => Promise<Sha256Hex>;

/** The results of the checks that apply to some kinds of document only. */
export type LinkResults = Partial<
  Record<Exclude<CheckId, 'well_formed' | 'schema' | 'canonical_form' | 'hash'>, CheckResult>
>;
