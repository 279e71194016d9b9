import { canonicalText } from '../json/canonical-json.ts';
import { webSha256 } from '../json/sha256.ts';
import { parseStrictJson, VERIFIED_VALUES_MAX as maxValues } from '../json/strict-json.ts';
import { type DecisionReceipt, receiptCanonicalText } from '../receipts/decision-receipt.ts';
import { checkMandateScope, otherUses, scopeSentence, whyNoUse } from '../receipts/mandate-scope.ts';
import { type InputProblem, isServiceError, type ServiceError } from '../vocabulary/errors.ts';
import { inputProblems } from '../vocabulary/input-problems.ts';
import { schemaId } from '../vocabulary/service.ts';
import { counted } from '../vocabulary/words.ts';
import { buildAnswers, headlineOf, outcomeOf, PREVIEW_STEP } from './answers.ts';
import { checkSignatures, type Origin, originNotShown, type SignedDocument } from './check-signatures.ts';
import { findRules } from './document-kinds.ts';
import {
  type Answers,
  type Check,
  CheckId,
  type CheckResult,
  checkTitles,
  type DocumentKind,
  failed,
  type LinkResults,
  type MandateAnswer,
  passed,
  unverified,
  type Verification,
  type VerifyOptions,
} from './verification.ts';

const check = (id: CheckId, { result, reason }: CheckResult): Check => ({ id, title: checkTitles[id], result, reason });

const buildVerification = (
  kind: DocumentKind | null,
  hash: string | null,
  checks: readonly Check[],
  answers: Answers,
): Verification => ({
  schema: schemaId('verification'),
  kind,
  hash_sha256: hash,
  outcome: outcomeOf(checks, answers),
  headline: headlineOf(answers),
  answers,
  mandate: null,
  checks: [...checks],
});

/** The verification of a text that is not a document of a known kind: nothing is answered. */
const buildUnusable = (checks: readonly Check[], words: string): Verification => {
  const next_step = 'Choose the file of a receipt or pack, as it was downloaded.';
  const answer = { result: 'unverified', words, next_step } as const;
  const answers = { intact: answer, from_whom: answer, since_when: answer };
  return { ...buildVerification(null, null, checks, answers), outcome: 'unusable', headline: words };
};

/** The most problems that the reason of one check lists. */
const MOST_LISTED = 5;

/** @param count how many problems there are, listed or not. */
const listProblems = (problems: readonly InputProblem[], count = problems.length): string =>
  problems
    .slice(0, MOST_LISTED)
    .map(({ pointer, detail }) => `${pointer === '' ? 'The document' : pointer}: ${detail}.`)
    .join(' ') + (count > MOST_LISTED ? ` And ${counted(count - MOST_LISTED, 'more problem')}.` : '');

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
    return { wellFormed, read: parseStrictJson(text, { numbers: 'integers', maxValues }) };
  } catch (error) {
    if (!isServiceError(error)) throw error;
    try {
      return { wellFormed, read: { ...parseStrictJson(text, { maxValues }), formRefusal: error } };
    } catch {
      return { wellFormed: failed(listProblems(error.errors, error.problemCount)) };
    }
  }
};

const checkForm = (text: string | Uint8Array, canonical: string, refusal: ServiceError | undefined): CheckResult => {
  if (refusal !== undefined) return failed(listProblems(refusal.errors, refusal.problemCount));
  const given = typeof text === 'string' ? text : new TextDecoder().decode(text);
  return passed(
    given.trimEnd() === canonical
      ? 'The text is in its canonical form (RFC 8785).'
      : 'The document has a canonical form (RFC 8785). The layout of the given text makes no difference.',
  );
};

const checkHash = (
  stated: unknown,
  computed: string,
  { kind, expected }: { kind: DocumentKind; expected: string | undefined },
): CheckResult => {
  // Such a record is known by the receipt that it is about, and by nothing of its own (SPEC.md §11.3).
  if (kind === 'anchor_record')
    return unverified(`An anchor record states no hash of its own. It has the hash ${computed}.`);
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

const NOT_JSON = 'This is not JSON, so it is neither a receipt nor a pack.';

/** Whether a text may be meant as an object, unlike a picture, a letter or an empty file. */
const looksLikeObject = (text: string | Uint8Array): boolean => {
  const decoded = typeof text === 'string' ? text : new TextDecoder('utf-8', { ignoreBOM: true }).decode(text);
  return /^\ufeff?[ \t\n\r]*\{/.test(decoded);
};

const previewOrigin = originNotShown('Previews are not signed: nothing shows who made it.', PREVIEW_STEP);

const anchorOrigin = originNotShown(
  'Anchor records are not signed: nothing shows who made it.',
  'Nothing can show it, and nothing has to: what it says about the anchor is on the chain.',
);

const findOrigin = async (
  kind: DocumentKind,
  documents: readonly SignedDocument[],
  { keys = [] }: VerifyOptions,
): Promise<Origin> => {
  if (kind === 'anchor_record') return anchorOrigin;
  if (documents.length === 0) return previewOrigin;
  const isSigned = documents.some(({ signatures }) => signatures !== undefined);
  // Awaited here: an async function that gives back a promise waits for it longer.
  return await checkSignatures(documents, typeof keys !== 'function' ? keys : isSigned ? await keys() : []);
};

interface Examined {
  readonly verification: Verification;
  /** The decision receipt that an intact document is or holds. */
  readonly receipt?: DecisionReceipt | undefined;
}

/** Makes every check, and answers the three questions. */
const examine = async (text: string | Uint8Array, options: VerifyOptions): Promise<Examined> => {
  const { sha256 = webSha256, receiptHash, anchoredAt } = options;
  const seen = passed(`The hash was seen in a finalized block of ${anchoredAt}.`);
  const anchorAtNode = options.anchorAtNode ?? (anchoredAt === undefined ? undefined : seen);
  const { wellFormed: result, read } = readText(text);
  if (read === undefined && !looksLikeObject(text))
    return { verification: buildUnusable([check('well_formed', unverified(NOT_JSON))], NOT_JSON) };
  const wellFormed = check('well_formed', result);
  const skipped = unverified('Not checked, because the document does not satisfy its schema.');
  if (read === undefined) {
    const answers = buildAnswers([wellFormed], originNotShown('Not checked.'), {});
    return { verification: buildVerification(null, null, [wellFormed], answers) };
  }
  const rules = findRules(read.value);
  if (rules === undefined) {
    const unknown = unverified(
      'Neither the member schema nor the shape is that of a document that can be verified here.',
    );
    const words = 'This is JSON, but not a document that can be verified here.';
    return { verification: buildUnusable([wellFormed, check('schema', unknown)], words) };
  }

  const given = read.value as Record<string, unknown>;
  // A kind that is never signed has no member `signatures`, so that one of this name is hashed like any other.
  const stated = rules.hashMember === undefined ? undefined : given[rules.hashMember];
  const preimage = { ...given };
  for (const name of [rules.hashMember, rules.signed && 'signatures'])
    if (name && name in preimage) preimage[name] = undefined;
  const canonical = canonicalText(preimage);
  const computed = await sha256(canonical);
  const parsed = rules.schema.safeParse(given);
  const schema = parsed.success
    ? passed('All members are present, of the right type and within their bounds.')
    : failed(listProblems(inputProblems(parsed.error.issues)));
  const links = (parsed.success && (await rules.checkLinks?.(parsed.data, { ...options, sha256, anchorAtNode }))) || {};
  const origin = parsed.success
    ? await findOrigin(rules.kind, rules.signed?.(parsed.data, canonical, anchoredAt) ?? [], options)
    : { ...originNotShown('Not checked.'), reason: skipped.reason };
  // The hash that is asked for may be that of the receipt that a pack or an anchor record is about.
  const expected = rules.linksHash ? undefined : receiptHash;
  const linkChecks = CheckId.options.flatMap((id) => {
    if (id === 'signature') return [check(id, origin)];
    return rules.linkChecks?.includes(id as keyof LinkResults)
      ? [check(id, links[id as keyof LinkResults] ?? skipped)]
      : [];
  });
  const checks = [
    wellFormed,
    check('schema', schema),
    check('canonical_form', checkForm(text, canonical, read.formRefusal)),
    check('hash', checkHash(stated, computed, { kind: rules.kind, expected })),
    ...linkChecks,
  ];
  const answers = buildAnswers(checks, origin, { ...options, kind: rules.kind });
  return {
    verification: buildVerification(rules.kind, computed, checks, answers),
    receipt: parsed.success && answers.intact.result !== 'fail' ? rules.decision?.(parsed.data) : undefined,
  };
};

/** The mandate of a receipt held against its decision, with the further receipts that are given (SPEC.md §11.14). */
const judgeMandate = async (
  receipt: DecisionReceipt,
  isSigned: boolean,
  { receipts = [], sha256 = webSha256, keys }: VerifyOptions,
): Promise<MandateAnswer> => {
  const own = receipts.length === 0 ? '' : await sha256(receiptCanonicalText(receipt));
  const counted: { readonly hash: string; readonly receipt: DecisionReceipt }[] = [];
  const isCounted = (hash: string): boolean => hash === own || counted.some((one) => one.hash === hash);
  const given: MandateAnswer['receipts'] = [];
  for (const text of receipts) {
    const { verification, receipt: other } = await examine(text, { sha256, keys });
    const { kind, hash_sha256: hash, answers } = verification;
    let why: string | undefined;
    if (kind !== 'decision_receipt' || hash === null || other === undefined) why = 'It is no intact decision receipt.';
    // Nobody makes a signed decision look worse with receipts that nobody signed.
    else if (answers.from_whom.result === 'fail' || (isSigned && answers.from_whom.result !== 'pass'))
      why = 'It is not shown to be signed by a key at hand.';
    else why = isCounted(hash) ? 'It is here twice.' : whyNoUse(receipt, other);
    if (why === undefined) counted.push({ hash: hash!, receipt: other! });
    given.push({ hash_sha256: hash, counts: why === undefined, reason: why ?? 'Its decision counts.' });
  }
  const uses = otherUses({ hash: own, receipt }, counted);
  const isUse = (hash: string | null): boolean => uses.some((one) => one.hash === hash);
  const sameUse = { counts: false, reason: 'It is the same use as its correction, or as what it corrects.' };
  const said = given.map((one) => (one.counts && !isUse(one.hash_sha256) ? { ...one, ...sameUse } : one));
  const scope = checkMandateScope(
    receipt,
    uses.map((one) => one.receipt),
  );
  return { ...scope, words: scopeSentence(scope), receipts: said };
};

/**
 * Verifies a document from its text, offline. Returns every check with its result, and the answers to
 * three questions: is it intact, from whom is it, since when does it exist. What cannot be checked offline,
 * such as the chain, is `unverified`, which is not the same as invalid. Of a decision it says beside that whether it keeps to
 * its mandate.
 */
export const verifyText = async (text: string | Uint8Array, options: VerifyOptions = {}): Promise<Verification> => {
  const { verification, receipt } = await examine(text, options);
  if (receipt === undefined) return verification;
  const mandate = await judgeMandate(receipt, verification.answers.from_whom.result === 'pass', options);
  // Beside what fails, nothing else is said but that more is wrong.
  const isSaid = verification.outcome !== 'fail' || mandate.result === 'not_covered';
  return { ...verification, headline: `${verification.headline}${isSaid ? ` ${mandate.words}` : ''}`, mandate };
};

/** Verifies a document given as a JSON value. */
export const verifyDocument = (value: unknown, options: VerifyOptions = {}): Promise<Verification> =>
  verifyText(JSON.stringify(value) ?? '', options);
