import type { z } from 'zod';
import { EvidencePack } from '../adjudication/evidence-pack.ts';
import { RunReceipt } from '../adjudication/runner.ts';
import { WorkOrderPack } from '../adjudication/work-order-pack.ts';
import { canonicalText } from '../json/canonical-json.ts';
import { parseStrictJson } from '../json/strict-json.ts';
import { DecisionReceipt } from '../receipts/decision-receipt.ts';
import { type InputProblem, isServiceError, type ServiceError } from '../vocabulary/errors.ts';
import { inputProblems } from '../vocabulary/input-problems.ts';
import { schemaId } from '../vocabulary/service.ts';
import {
  type Check,
  CheckId,
  type CheckResult,
  checkTitles,
  type Digest,
  type DocumentKind,
  failed,
  type HashOf,
  type LinkResults,
  passed,
  unverified,
  type Verification,
} from './verification.ts';
import { checkEvidencePackLinks } from './verify-evidence-pack.ts';
import { checkRunReceiptLinks } from './verify-run-receipt.ts';
import { checkWorkOrderPackLinks } from './verify-work-order-pack.ts';

export interface VerifyOptions {
  /** How SHA-256 is computed here: WebCrypto in a browser, the same or node:crypto elsewhere. */
  readonly sha256: Digest;
  /** The hash to compare with, for instance from the name of the file: the document’s or, for an evidence pack, its receipt’s. */
  readonly receiptHash?: string | undefined;
}

interface KindRules<Schema extends z.ZodType> {
  readonly kind: DocumentKind;
  readonly schema: Schema;
  /** The member that states the document’s own hash and is not part of the hashed object. */
  readonly hashMember: string;
  /** Whether the document may carry signatures, which are no part of what is hashed either. */
  readonly signed?: boolean;
  readonly linkChecks: readonly (keyof LinkResults)[];
  readonly checkLinks: (
    document: z.output<Schema>,
    hashOf: HashOf,
    receiptHash: string | undefined,
  ) => Promise<LinkResults>;
}

const rulesOf = <Schema extends z.ZodType>(rules: KindRules<Schema>): KindRules<z.ZodType> => rules as never;

const kinds: Readonly<Record<string, KindRules<z.ZodType>>> = {
  [schemaId('decision-receipt.schema')]: rulesOf({
    kind: 'decision_receipt',
    schema: DecisionReceipt,
    hashMember: 'receipt_hash_sha256',
    signed: true,
    linkChecks: [],
    checkLinks: async () => ({}),
  }),
  [EvidencePack.shape.schema.value]: rulesOf({
    kind: 'evidence_pack',
    schema: EvidencePack,
    hashMember: 'pack_hash_sha256',
    signed: true,
    linkChecks: ['linked_hashes', 'anchor_bytes', 'anchor_state'],
    checkLinks: checkEvidencePackLinks,
  }),
  [WorkOrderPack.shape.schema.value]: rulesOf({
    kind: 'work_order_pack',
    schema: WorkOrderPack,
    hashMember: 'pack_hash_sha256',
    linkChecks: ['linked_hashes', 'transition_chain'],
    checkLinks: checkWorkOrderPackLinks,
  }),
  [RunReceipt.shape.schema.value]: rulesOf({
    kind: 'runner_receipt',
    schema: RunReceipt,
    hashMember: 'runner_receipt_hash',
    linkChecks: ['linked_hashes', 'transition_chain'],
    checkLinks: checkRunReceiptLinks,
  }),
};

const findRules = (value: unknown): KindRules<z.ZodType> | undefined => {
  const name = typeof value === 'object' && value !== null && 'schema' in value ? value.schema : undefined;
  return typeof name === 'string' && Object.hasOwn(kinds, name) ? kinds[name] : undefined;
};

const check = (id: CheckId, { result, reason }: CheckResult): Check => ({ id, title: checkTitles[id], result, reason });

const outcomeOf = (checks: readonly Check[]): Verification['outcome'] => {
  const results = new Set(checks.map(({ result }) => result));
  return results.has('fail') ? 'fail' : results.has('unverified') ? 'unverified' : 'pass';
};

const buildVerification = (
  kind: DocumentKind | null,
  hash: string | null,
  checks: readonly Check[],
  outcome = outcomeOf(checks),
): Verification => ({ schema: schemaId('verification'), kind, hash_sha256: hash, outcome, checks: [...checks] });

/** The most problems that the reason of one check lists. */
const MOST_LISTED = 5;

/** @param count how many problems there are, listed or not. */
const listProblems = (problems: readonly InputProblem[], count = problems.length): string =>
  problems
    .slice(0, MOST_LISTED)
    .map(({ pointer, detail }) => `${pointer === '' ? 'The document' : pointer}: ${detail}.`)
    .join(' ') + (count > MOST_LISTED ? ` And ${count - MOST_LISTED} more problem(s).` : '');

interface ReadText {
  readonly wellFormed: CheckResult;
  /** Set when the text is JSON that every reader interprets in the same way. */
  readonly read?: {
    readonly value: unknown;
    /** What does not make a text ambiguous, but is not allowed in a hashed object. */
    readonly formRefusal?: ServiceError;
  };
}

const readText = (text: string | Uint8Array): ReadText => {
  const wellFormed = passed('The text is UTF-8 JSON without duplicate keys or other ambiguous content.');
  try {
    return { wellFormed, read: parseStrictJson(text, { numbers: 'integers' }) };
  } catch (error) {
    if (!isServiceError(error)) throw error;
    try {
      return { wellFormed, read: { ...parseStrictJson(text), formRefusal: error } };
    } catch {
      return { wellFormed: failed(listProblems(error.errors, error.problemCount)) };
    }
  }
};

const checkForm = (
  text: string | Uint8Array,
  canonical: string,
  hashMember: string,
  refusal: ServiceError | undefined,
): CheckResult => {
  if (refusal !== undefined) return failed(listProblems(refusal.errors, refusal.problemCount));
  const given = typeof text === 'string' ? text : new TextDecoder().decode(text);
  return passed(
    given.trimEnd() === canonical
      ? 'The text is in its canonical form (RFC 8785).'
      : `Without ${hashMember}, its canonical text (RFC 8785) has ${new TextEncoder().encode(canonical).length} bytes. The layout of the given text makes no difference.`,
  );
};

const checkHash = (stated: unknown, computed: string, expected: string | undefined): CheckResult => {
  if (stated === undefined && expected === undefined) {
    return unverified(
      `The document does not state its hash. The hash is ${computed}: compare it with the one you were given.`,
    );
  }
  if (stated !== undefined && stated !== computed) return failed(`The stated hash is wrong; the hash is ${computed}.`);
  return expected !== undefined && expected !== computed
    ? failed(`The hash is ${computed}, which is not the one requested.`)
    : passed(`The hash is ${computed}, as stated.`);
};

/**
 * Verifies a document from its text, offline. Returns every check with its result; what cannot be checked
 * offline, such as the chain, is `unverified`, which is not the same as invalid.
 */
export const verifyText = async (
  text: string | Uint8Array,
  { sha256, receiptHash }: VerifyOptions,
): Promise<Verification> => {
  const { wellFormed: result, read } = readText(text);
  const wellFormed = check('well_formed', result);
  if (read === undefined) return buildVerification(null, null, [wellFormed]);
  const rules = findRules(read.value);
  if (rules === undefined) {
    const unknown = unverified('The member schema does not name a kind of document that can be verified here.');
    return buildVerification(null, null, [wellFormed, check('schema', unknown)], 'unusable');
  }

  const digest = async (canonical: string) => sha256(new TextEncoder().encode(canonical));
  const hashOf: HashOf = (value) => digest(canonicalText(value));
  const { [rules.hashMember]: stated, ...unhashed } = read.value as Record<string, unknown>;
  const { signatures: _signatures, ...unsigned } = unhashed;
  const preimage = rules.signed ? unsigned : unhashed;
  const canonical = canonicalText(preimage);
  const computed = await digest(canonical);
  const parsed = rules.schema.safeParse(read.value);
  const schema = parsed.success
    ? passed('All members are present, of the right type and within their bounds.')
    : failed(listProblems(inputProblems(parsed.error.issues)));
  const links = parsed.success ? await rules.checkLinks(parsed.data, hashOf, receiptHash) : {};
  const skipped = unverified('Not checked, because the document does not satisfy its schema.');
  // The expected hash of an evidence pack may be that of its receipt: its own checks compare it.
  const expected = rules.kind === 'evidence_pack' ? undefined : receiptHash;
  return buildVerification(rules.kind, computed, [
    wellFormed,
    check('schema', schema),
    check('canonical_form', checkForm(text, canonical, rules.hashMember, read.formRefusal)),
    check('hash', checkHash(stated, computed, expected)),
    ...rules.linkChecks.map((id) => check(id, links[id] ?? skipped)),
  ]);
};

/** Verifies a document given as a JSON value. */
export const verifyDocument = (value: unknown, options: VerifyOptions): Promise<Verification> =>
  verifyText(JSON.stringify(value) ?? '', options);
