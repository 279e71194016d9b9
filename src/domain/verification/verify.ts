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
  /** The hash that was asked for, for instance the name of the file: the document’s own or, for an evidence pack, its receipt’s. */
  readonly receiptHash?: string | undefined;
}

interface KindRules<Schema extends z.ZodType> {
  readonly kind: DocumentKind;
  readonly schema: Schema;
  /** The member that states the document’s own hash and is no part of what is hashed. */
  readonly hashMember: string;
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
    linkChecks: [],
    checkLinks: async () => ({}),
  }),
  [EvidencePack.shape.schema.value]: rulesOf({
    kind: 'evidence_pack',
    schema: EvidencePack,
    hashMember: 'pack_hash_sha256',
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

/** At most this many problems are told in the reason of one check. */
const TOLD = 5;

/** @param count how many problems there are, listed or not. */
const listProblems = (problems: readonly InputProblem[], count = problems.length): string =>
  problems
    .slice(0, TOLD)
    .map(({ pointer, detail }) => `${pointer === '' ? 'The document' : pointer}: ${detail}.`)
    .join(' ') + (count > TOLD ? ` And ${count - TOLD} more.` : '');

interface ReadText {
  readonly wellFormed: CheckResult;
  /** Set when the text is JSON that every reader understands alike. */
  readonly read?: {
    readonly value: unknown;
    /** What does not make a text ambiguous, but what no hashed object may have. */
    readonly formRefusal?: ServiceError;
  };
}

const readText = (text: string | Uint8Array): ReadText => {
  const wellFormed = passed('The text is UTF-8 JSON without duplicate keys or other doubtful content.');
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
      : `Without ${hashMember} its canonical text (RFC 8785) has ${new TextEncoder().encode(canonical).length} bytes; how the text given is laid out makes no difference.`,
  );
};

const checkHash = (stated: unknown, computed: string, expected: string | undefined): CheckResult => {
  if (stated === undefined && expected === undefined) {
    return unverified(
      `Nothing states which hash it should have. It has ${computed}: compare it with the one you were given.`,
    );
  }
  if (stated !== undefined && stated !== computed)
    return failed(`It states another hash than it has, which is ${computed}.`);
  return expected !== undefined && expected !== computed
    ? failed(`It has the hash ${computed}, which is not the one asked for.`)
    : passed(`Its hash is ${computed}, as stated.`);
};

/**
 * Verifies a document from its text, asking nobody: the checks come back one by one. What cannot be
 * looked at here, such as the chain, is `unverified`, which is not the same as invalid.
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
    const unknown = unverified('The member schema names no kind of document that can be verified here.');
    return buildVerification(null, null, [wellFormed, check('schema', unknown)], 'unusable');
  }

  const digest = async (canonical: string) => sha256(new TextEncoder().encode(canonical));
  const hashOf: HashOf = (value) => digest(canonicalText(value));
  const { [rules.hashMember]: stated, ...preimage } = read.value as Record<string, unknown>;
  const canonical = canonicalText(preimage);
  const computed = await digest(canonical);
  const parsed = rules.schema.safeParse(read.value);
  const schema = parsed.success
    ? passed('Each member is there, of the right type and within its bounds.')
    : failed(listProblems(inputProblems(parsed.error.issues)));
  const links = parsed.success ? await rules.checkLinks(parsed.data, hashOf, receiptHash) : {};
  const skipped = unverified('Not looked at, since the document does not satisfy its schema.');
  // An evidence pack may be asked for by the hash of its receipt: its own checks see to that.
  const expected = rules.kind === 'evidence_pack' ? undefined : receiptHash;
  return buildVerification(rules.kind, computed, [
    wellFormed,
    check('schema', schema),
    check('canonical_form', checkForm(text, canonical, rules.hashMember, read.formRefusal)),
    check('hash', checkHash(stated, computed, expected)),
    ...rules.linkChecks.map((id) => check(id, links[id] ?? skipped)),
  ]);
};

/** Verifies a document that is at hand as a JSON value. */
export const verifyDocument = (value: unknown, options: VerifyOptions): Promise<Verification> =>
  verifyText(JSON.stringify(value) ?? '', options);
