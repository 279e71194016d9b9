import { z } from 'zod';
import { base64UrlOf, bytesOfBase64Url, hexOf } from '../vocabulary/bytes.ts';
import { amountText } from '../vocabulary/currency.ts';
import { counted } from '../vocabulary/words.ts';
import type { DecisionReceipt } from './decision-receipt.ts';
import type { DecisionTerms, MandateConstraint } from './mandate.ts';
import { scopeWords } from './mandate-words.ts';

export const Coverage = z
  .enum(['covered', 'not_covered', 'unknown'])
  .meta({ description: 'Whether the mandate covers the decision; unknown when the receipt does not say enough.' });
export type Coverage = z.infer<typeof Coverage>;

/** The result for one bound of the mandate. */
export const ConstraintResult = z.object({
  pointer: z.string().meta({ description: 'The place of the bound in the receipt, as a JSON Pointer.' }),
  type: z.string().meta({ description: 'AP2 name of the bound, or the member of the mandate.' }),
  result: Coverage,
  reason: z.string().meta({ description: 'What was compared with what.' }),
  settled_by: z.string().nullable().meta({ description: 'What would settle an unknown.' }),
});
export type ConstraintResult = z.infer<typeof ConstraintResult>;

type Merchant = DecisionTerms['payee'];
type Bound<Type> = Extract<MandateConstraint, { type: Type }>;
type BoundResult = Pick<ConstraintResult, 'result' | 'reason' | 'settled_by'>;

const covered = (reason: string): BoundResult => ({ result: 'covered', reason, settled_by: null });
const notCovered = (reason: string): BoundResult => ({ result: 'not_covered', reason, settled_by: null });
const unknown = (reason: string, settled_by: string): BoundResult => ({ result: 'unknown', reason, settled_by });

const WEB_ADDRESS = /^https:\/\/([A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)*)(?::([0-9]{1,5}))?(?:[/?#].*)?$/s;

/** Host and port of a plain https address (SPEC.md §7.5); undefined for any other text, one that holds user data included. */
const hostOf = (address: string): string | undefined => {
  const match = WEB_ADDRESS.exec(address);
  return match ? `${match[1]!.toLowerCase()}:${Number(match[2] ?? 443)}` : undefined;
};

/** The website of a merchant for comparison: by host and port, or as it is written where it has none that can be read. */
const placeOf = (website: string): string => hostOf(website) ?? website;

const inOtherCurrency = (stated: string, currency: string): string =>
  `The amount is in ${stated} and the bound in ${currency}, and currencies are not converted.`;

const CLOSED_PAYMENT = 'The closed payment mandate (AP2 mandate.payment.1) with the hash under which it was signed.';
const ALL_RECEIPTS = 'All receipts under this mandate.';

/** Whether one of the receipt’s items of a kind has a hash that the mandate lists. */
const resultOfListed = (receipt: DecisionReceipt, kind: string, allowed: readonly string[]): BoundResult => {
  const items = receipt.evidence_items.filter((item) => item.kind === kind);
  if (items.length === 0) {
    return unknown(
      `The receipt commits to no evidence of kind ${kind}.`,
      `An evidence item of kind ${kind} with its hash.`,
    );
  }
  return items.every(({ sha256 }) => allowed.includes(sha256))
    ? covered(`Each evidence item of kind ${kind} has a hash that the mandate lists.`)
    : notCovered(`An evidence item of kind ${kind} has a hash that the mandate does not list.`);
};

const resultOfMerchants = (
  { merchant_policy: { reference } }: DecisionReceipt,
  allowed: readonly Merchant[],
): BoundResult => {
  if (allowed.some(({ id }) => id === reference))
    return covered('The policy is named by the id of an allowed merchant.');
  const policyHost = hostOf(reference);
  const hosts = allowed.map(({ website }) => website && hostOf(website));
  if (policyHost !== undefined && hosts.includes(policyHost)) {
    return covered('The policy is published on the website of an allowed merchant.');
  }
  return policyHost !== undefined && hosts.every((host) => host !== undefined)
    ? notCovered('The policy is published on a website that belongs to none of the allowed merchants.')
    : unknown(
        'The name of the policy does not tell which merchant it belongs to.',
        'The signed checkout (AP2 checkout_jwt).',
      );
};

const resultOfItems = (
  { subject, terms }: DecisionReceipt,
  items: Bound<'checkout.line_items'>['items'],
): BoundResult => {
  if (subject.kind !== 'line_item') {
    return unknown('The receipt names no single line item as its subject.', 'The line items of the signed checkout.');
  }
  const accepting = items.filter(({ acceptable_items }) => acceptable_items.some(({ id }) => id === subject.reference));
  if (accepting.length === 0) return notCovered('The subject is none of the acceptable items.');
  const most = accepting.reduce((sum, { quantity }) => sum + quantity, 0);
  const quantity = terms?.quantity;
  if (quantity === undefined) {
    return items.length === 1 && most === 1
      ? covered('The subject is one unit of an acceptable item, and one is required.')
      : unknown('The subject is an acceptable item, but the receipt states no quantities.', 'The signed checkout.');
  }
  if (quantity > most) return notCovered(`The quantity is ${quantity}, more than the ${most} required.`);
  return items.length === 1 && quantity === most
    ? covered('The subject is an acceptable item in the quantity that is required.')
    : unknown('The subject is a part of what is required.', 'The signed checkout.');
};

const resultOfAmount = (
  { amount_minor: amount, currency: stated }: DecisionTerms,
  { currency, min = 0, max }: Bound<'payment.amount_range'>,
): BoundResult => {
  if (stated !== currency) return notCovered(inOtherCurrency(stated, currency));
  const text = `The amount, ${amountText(amount, currency)},`;
  if (amount > max) return notCovered(`${text} is more than the ${amountText(max, currency)} allowed.`);
  if (amount < min) return notCovered(`${text} is less than the ${amountText(min, currency)} required.`);
  return covered(`${text} is within the range.`);
};

const resultOfPayee = ({ payee }: DecisionTerms, allowed: readonly Merchant[]): BoundResult => {
  const named = allowed.filter(({ id }) => id === payee.id);
  if (named.length === 0) return notCovered('The payee is none of those allowed.');
  const isSame = ({ website }: Merchant): boolean =>
    website === undefined || payee.website === undefined || placeOf(website) === placeOf(payee.website);
  // AP2 tells merchants apart by their id. One that is said to have another website is not shown to be the same.
  return named.some(isSame)
    ? covered('The payee is one of those allowed, by its id.')
    : unknown('The payee has the id of one allowed, and another website.', CLOSED_PAYMENT);
};

/** @param uses the accepted decisions under the mandate that are given, up to this one. */
const resultOfBudget = (
  { decision, terms }: DecisionReceipt,
  { currency, max_minor: max }: Bound<'payment.budget'>,
  uses: readonly DecisionReceipt[],
): BoundResult => {
  if (decision !== 'accepted') return unknown('The decision spends nothing of the budget.', ALL_RECEIPTS);
  if (terms !== undefined && terms.currency !== currency) return notCovered(inOtherCurrency(terms.currency, currency));
  const amounts = uses.flatMap((one) => (one.terms?.currency === currency ? [one.terms.amount_minor] : []));
  const spent = amounts.reduce((sum, amount) => sum + BigInt(amount), 0n);
  const total = amountText(spent, currency);
  const words = amounts.length === 1 ? `The amount is ${total}` : `The ${amounts.length} amounts add up to ${total}`;
  if (spent > max) return notCovered(`${words}, more than the budget of ${amountText(max, currency)}.`);
  return amounts.length === 0
    ? unknown('The receipt states no terms, so the amount is not known here.', ALL_RECEIPTS)
    : unknown(`${words}; what else was spent of the budget is not known here.`, ALL_RECEIPTS);
};

const resultOfReference = ({ mandate, evidence_items }: DecisionReceipt, digest: string): BoundResult => {
  const open = evidence_items.filter(({ kind }) => kind === 'open_checkout_mandate');
  const bytes = bytesOfBase64Url(digest);
  // A digest has one text: bits that the last character does not need are zero.
  const hash = base64UrlOf(bytes) === digest ? hexOf(bytes) : undefined;
  if ([mandate, ...open].some(({ sha256 }) => sha256 === hash))
    return covered('The digest is that of a mandate that the receipt commits to.');
  return open.length > 0
    ? notCovered('The receipt commits to an open checkout mandate with another digest.')
    : unknown('The receipt commits to no open checkout mandate.', 'An evidence item of kind open_checkout_mandate.');
};

const resultOf = (
  receipt: DecisionReceipt,
  constraint: MandateConstraint,
  uses: readonly DecisionReceipt[],
): BoundResult => {
  switch (constraint.type) {
    case 'checkout.allowed_merchants':
      return resultOfMerchants(receipt, constraint.allowed);
    case 'checkout.line_items':
      return resultOfItems(receipt, constraint.items);
    case 'payment.execution_date':
      return constraint.not_after !== undefined && Date.parse(receipt.decided_at) > Date.parse(constraint.not_after)
        ? notCovered('The decision was made after the last day of execution, so execution would come too late.')
        : unknown('The receipt does not say when the payment is executed.', CLOSED_PAYMENT);
    case 'payment.reference':
      return resultOfReference(receipt, constraint.conditional_transaction_id);
    case 'payment.allowed_payment_instruments':
      return resultOfListed(receipt, 'payment_instrument', constraint.allowed_sha256);
    case 'payment.allowed_pisps':
      return resultOfListed(receipt, 'payment_initiation_provider', constraint.allowed_sha256);
    case 'payment.amount_range':
      return receipt.terms === undefined
        ? unknown('The receipt states no terms, so the amount is not known here.', CLOSED_PAYMENT)
        : resultOfAmount(receipt.terms, constraint);
    case 'payment.allowed_payees':
      return receipt.terms === undefined
        ? unknown('The receipt states no terms, so the payee is not known here.', CLOSED_PAYMENT)
        : resultOfPayee(receipt.terms, constraint.allowed);
    case 'payment.budget':
      return resultOfBudget(receipt, constraint, uses);
    case 'payment.agent_recurrence': {
      const { max_occurrences: most = Infinity } = constraint;
      return receipt.decision === 'accepted' && uses.length > most
        ? notCovered(`The mandate was used ${counted(uses.length, 'time')}, more than the ${most} that it allows.`)
        : unknown('The receipts given do not tell how often the mandate was used.', ALL_RECEIPTS);
    }
    case 'other.statement':
      return unknown('This bound is a statement in words, which is not computed.', 'A reading of the mandate itself.');
  }
};

const windowResults = ({ decided_at, mandate }: DecisionReceipt): ConstraintResult[] =>
  (['not_before', 'not_after'] as const).flatMap((member) => {
    const bound = mandate[member];
    if (bound === undefined) return [];
    const later = Date.parse(decided_at) - Date.parse(bound);
    const isKept = member === 'not_before' ? later >= 0 : later <= 0;
    const isAfter = (member === 'not_before') === isKept;
    const words = `Decided ${isAfter ? 'after' : 'before'} the mandate ${member === 'not_before' ? 'began' : 'ended'}.`;
    const result = isKept ? covered(words) : notCovered(words);
    return { pointer: `/mandate/${member}`, type: member, ...result };
  });

/** Why another receipt does not count toward what was used of the mandate of a receipt (SPEC.md §7.5); undefined where it does. */
export const whyNoUse = (receipt: DecisionReceipt, other: DecisionReceipt): string | undefined => {
  if (other.mandate.sha256 !== receipt.mandate.sha256) return 'It is of another mandate.';
  if (other.decision !== 'accepted') return 'Its decision is not accepted, so it uses nothing.';
  return Date.parse(other.decided_at) > Date.parse(receipt.decided_at) ? 'It was decided later.' : undefined;
};

/** The hash of the receipt that a correction takes the place of (SPEC.md §7.4). */
const correctedBy = ({ subject: { kind, sha256 } }: DecisionReceipt): string | undefined =>
  kind === 'decision_receipt' ? sha256 : undefined;

/** A decision receipt with its hash. */
interface HashedReceipt {
  readonly hash: string;
  readonly receipt: DecisionReceipt;
}

/** The other receipts that use the mandate of one; a receipt and its correction are one use (SPEC.md §11.14, rules 3 to 5). */
export const otherUses = (one: HashedReceipt, others: readonly HashedReceipt[]): HashedReceipt[] => {
  const uses = others.filter(({ hash, receipt }) => hash !== one.hash && whyNoUse(one.receipt, receipt) === undefined);
  const corrected = new Set([one, ...uses].map(({ receipt }) => correctedBy(receipt)));
  return uses.filter(({ hash, receipt }) => !corrected.has(hash) && correctedBy(receipt) !== one.hash);
};

/**
 * Compares the decision with each bound of the mandate, from the receipt alone. `unknown` is an expected result:
 * receipts contain no instruments and need not state their terms, so those bounds need the signed mandate. The decision is
 * not covered when a bound is violated, and covered when there are bounds and all of them hold.
 * @param others further receipts, distinct and none of them this one, corrected, or its correction: accepted
 * decisions under the same mandate, up to the time of this one, count toward its budget and number of uses.
 */
export const checkMandateScope = (
  receipt: DecisionReceipt,
  others: readonly DecisionReceipt[] = [],
): { result: Coverage; constraints: ConstraintResult[] } => {
  const uses = [receipt, ...others].filter((one) => whyNoUse(receipt, one) === undefined);
  const constraints = [
    ...windowResults(receipt),
    ...receipt.mandate.constraints.map((constraint, index) => ({
      pointer: `/mandate/constraints/${index}`,
      type: constraint.type,
      ...resultOf(receipt, constraint, uses),
    })),
  ].map((found): ConstraintResult => {
    if (receipt.decision === 'accepted' || found.result !== 'not_covered') return found;
    // A decision that accepts nothing breaks no bound, whatever the decision is about.
    return { ...found, ...covered(`${found.reason} Nothing was accepted, so the bound is kept.`) };
  });
  const results = new Set(constraints.map(({ result }) => result));
  const result = results.has('not_covered')
    ? 'not_covered'
    : results.has('unknown') || results.size === 0
      ? 'unknown'
      : 'covered';
  return { result, constraints };
};

/** The result in a sentence; for a decision outside its mandate, also what the first broken bounds say. */
export const scopeSentence = ({ result, constraints }: ReturnType<typeof checkMandateScope>): string => {
  const broken = constraints.filter((one) => one.result === 'not_covered').map(({ reason }) => reason);
  return [`The decision is ${scopeWords[result]}.`, ...new Set(broken.slice(0, 3))].join(' ');
};
