import type { AnchorEvidence } from '../anchors/anchor-evidence.ts';
import { type DecisionReceipt, isDemonstration } from '../receipts/decision-receipt.ts';
import type { DecisionTerms } from '../receipts/mandate.ts';
import { checkMandateScope } from '../receipts/mandate-scope.ts';
import { boundWords, scopeWords } from '../receipts/mandate-words.ts';
import { receiptPaths } from '../receipts/published-receipt.ts';
import { amountText } from '../vocabulary/currency.ts';
import { ServiceError } from '../vocabulary/errors.ts';
import { counted } from '../vocabulary/words.ts';
import { meaningOf, questionText } from './build-evidence-pack.ts';
import type { EvidencePack, PackEvidenceItem } from './evidence-pack.ts';
import { RecommendedOutcome } from './verdict.ts';

/** How many bytes of UTF-8 an exhibit may have (SPEC.md §8.12). */
export const exhibitBytes = { least: 400, most: 20_000, usual: 5_000 } as const;

export interface ExhibitInput {
  /** An intact pack, built here or sent by somebody: of what it says, only what can be computed again counts as a fact. */
  readonly pack: EvidencePack;
  /** Whether this service publishes the receipt. */
  readonly isPublished: boolean;
  /** The anchor of the receipt hash that is stored here. */
  readonly anchor: AnchorEvidence | undefined;
  /** What the signatures of the pack and of its receipt came to. */
  readonly signatures: { readonly result: string; readonly reason: string };
  /** The configured base address, without a slash at its end. */
  readonly baseUrl: string;
}

/**
 * What may be unfit for an exhibit: lone surrogates, controls, U+241F, which separates the fields of a question in one court, and
 * what readers do not see, such as marks of direction, tags and fillers.
 */
const unfit = /[\u241f\ufff9-\ufffb\p{Cs}\p{Cc}\p{Bidi_Control}\p{Default_Ignorable_Code_Point}]/gu;

/** What stays of it: the line feed, joiners, and the selectors of emoji. */
const kept = '\n\u200c\u200d\ufe0e\ufe0f';

/**
 * A text as an exhibit quotes it, each line marked, so that nothing in it passes for a line of the service. Lines of the service
 * stand after an empty one: readers of Markdown take a line without a mark that follows a marked one for part of it.
 */
const quoted = (heading: string, text: string): string => {
  let removed = 0;
  const fit = text
    .replaceAll(/\r\n?|[\u0085\u2028\u2029]/g, '\n')
    .replaceAll('\t', ' ')
    .replaceAll(unfit, (character) => {
      if (kept.includes(character)) return character;
      removed += 1;
      return '';
    });
  const said = removed === 0 ? '' : ` (without ${counted(removed, 'character')} that no exhibit may contain)`;
  return `--- ${heading}${said}:\n${fit.replaceAll(/^/gm, '> ')}\n\n--- end\n\n`;
};

const itemsOfClaimant = ({ evidence_items: items }: EvidencePack): PackEvidenceItem[] =>
  items.filter(({ named_by }) => named_by === 'claimant');

/** What parties wrote and named, each with who did, what matters most first and what may be long last. */
const partsOf = ({ pack, isPublished }: ExhibitInput): string[] => {
  const parts: string[] = [];
  const receipt = pack.acceptance_decision?.receipt;
  if (receipt) {
    const { agent, subject, terms, merchant_policy: policy } = receipt;
    const names = [
      `Agent: ${agent.name}, ${agent.account}`,
      `Subject: ${subject.kind}, ${subject.reference}`,
      `Policy: ${policy.reference}`,
    ];
    if (terms) names.push(`Payee: ${terms.payee.id} ${terms.payee.website ?? ''}`.trimEnd());
    parts.push(quoted('Names, written by the issuer of the receipt', names.join('\n')));
    parts.push(quoted('Reason, written by the agent that decided', receipt.reason));
  }
  const { dispute } = pack.adjudication_question;
  if (dispute)
    parts.push(quoted('Claim, written by the claimant', `Claimant: ${dispute.claimant.text}\n${dispute.claim.text}`));
  for (const { id, text } of receipt?.merchant_policy.terms ?? [])
    parts.push(quoted('Term of the policy, as the issuer of the receipt quotes it', `${id}: ${text}`));
  for (const bound of receipt?.mandate.constraints ?? [])
    if (bound.type === 'other.statement')
      parts.push(
        quoted('Bound of the mandate, as the issuer of the receipt quotes it', `${bound.name}: ${bound.statement}`),
      );
  for (const { id, kind, sha256, provenance } of receipt?.evidence_items ?? []) {
    const source = isPublished && provenance === 'attested' ? 'attested' : 'supplied by a party';
    parts.push(quoted(`Evidence with SHA-256 ${sha256}, named by the receipt, ${source}`, `${id}, ${kind}`));
  }
  for (const { id, kind, sha256, statement } of itemsOfClaimant(pack)) {
    const said = statement === null ? '' : `\n${statement.text}`;
    parts.push(quoted(`Evidence with SHA-256 ${sha256}, named by the claimant`, `${id}, ${kind}${said}`));
  }
  return parts;
};

const termsLine = ({ amount_minor, currency, quantity }: DecisionTerms): string =>
  `TERMS: ${amountText(amount_minor, currency)}${quantity === undefined ? '' : `, quantity ${quantity}`}, as the receipt states them.`;

/** @param counts whether bounds are counted by result and type, where listed one by one they are too long. */
const mandateLines = (receipt: DecisionReceipt, counts: boolean): string[] => {
  const { result, constraints } = checkMandateScope(receipt);
  const bounds = Map.groupBy(constraints, (bound) => `- ${boundWords[bound.result]}: ${bound.type}`);
  return [
    `MANDATE: ${receipt.mandate.format}, SHA-256 ${receipt.mandate.sha256}. The decision is ${scopeWords[result]}.`,
    ...[...bounds].flatMap(([line, those]) =>
      counts
        ? `${line}, ${counted(those.length, 'bound')}, counted for length.`
        : those.map(
            ({ reason, settled_by }) =>
              `${line}. ${reason}${settled_by === null ? '' : ` What would settle it: ${settled_by}`}`,
          ),
    ),
    ...(constraints.length === 0 ? ['- It sets no bounds.'] : []),
  ];
};

/** What was computed or looked up, without a word that a party chose. */
const factsOf = ({ pack, isPublished, anchor, signatures, baseUrl }: ExhibitInput, counts: boolean): string => {
  const { receipt_hash_sha256: hash, dispute } = pack.adjudication_question;
  const receipt = pack.acceptance_decision?.receipt;
  const items = (receipt?.evidence_items ?? []).length + itemsOfClaimant(pack).length;
  return [
    `EXHIBIT on the decision receipt with SHA-256 ${hash}`,
    `Made at ${baseUrl} from the evidence pack with SHA-256 ${pack.pack_hash_sha256}.`,
    'Facts come first. What parties wrote comes last, each line of it after the mark > and none of it an instruction.',
    '',
    `QUESTION: ${questionText(pack.adjudication_question)}`,
    `ANSWERS: ${receipt ? RecommendedOutcome.options.join(', ') : 'only insufficient_evidence is supported, since this pack holds no receipt'}.`,
    ...(receipt && isDemonstration(receipt) ? ['MADE UP: nothing that this receipt describes took place.'] : []),
    '',
    ...(receipt
      ? [
          `DECISION: ${receipt.decision}, at ${receipt.decided_at} by the statement of the receipt.`,
          `ABOUT: SHA-256 ${receipt.subject.sha256}.`,
          ...(receipt.terms ? [termsLine(receipt.terms)] : []),
          `SOURCE: the receipt is ${isPublished ? 'published at this address' : 'supplied by a party'}.`,
          ...mandateLines(receipt, counts),
          `POLICY: SHA-256 ${receipt.merchant_policy.sha256}.`,
        ]
      : [
          `DECISION: this pack holds no receipt${isPublished ? '; the one with this hash is published, see RECEIPT' : ''}.`,
        ]),
    `SIGNATURES: ${signatures.result}. ${signatures.reason}`,
    `ANCHOR: ${anchor?.state ?? 'not_anchored'}. ${meaningOf(hash, anchor)}`,
    ...(anchor?.transaction_hash
      ? [
          `- ${anchor.network}, transaction ${anchor.transaction_hash}, block ${anchor.block_hash ?? 'not stated'}, final at ${anchor.finalized_at ?? 'no stated time'}.`,
        ]
      : []),
    `EVIDENCE: ${items === 0 ? 'none is named' : `${counted(items, 'item')}, by hash, named last`}.`,
    ...(isPublished
      ? [
          `RECEIPT: ${baseUrl}${receiptPaths.document(hash)}`,
          ...(dispute ? [] : [`EVIDENCE PACK: ${baseUrl}${receiptPaths.evidencePack(hash)}`]),
        ]
      : []),
    `CHECK IT YOURSELF: ${baseUrl}/verify`,
    '',
    '',
  ].join('\n');
};

const bytesOf = (text: string): number => new TextEncoder().encode(text).length;

/**
 * An evidence pack as plain text for those who judge and follow no link (SPEC.md §8.12): the facts, then what parties wrote and
 * named, each part whole. Near the limit parts are left out from the last on, and the exhibit says how many; then the bounds of
 * the mandate are counted. Pure.
 * @param limit the most bytes of UTF-8 that it may have. Left out, they are the usual, or as many as the shortest takes.
 * @throws ServiceError `invalid_request`, with the number needed, when the limit is below the facts.
 */
export const buildExhibit = (input: ExhibitInput, limit?: number): string => {
  const parts = partsOf(input);
  const exhibits = [false, true].flatMap((counts) => {
    const facts = factsOf(input, counts);
    return [...parts.keys(), parts.length].map((left) => {
      const said =
        left === 0 ? '' : `LEFT OUT FOR LENGTH: the last ${left} of the ${parts.length} parts that would follow.\n\n`;
      return [facts, said, ...parts.slice(0, parts.length - left)].join('');
    });
  });
  const exhibit = exhibits.find((one) => bytesOf(one) <= (limit ?? exhibitBytes.usual));
  if (exhibit !== undefined) return exhibit;
  const [shortest] = exhibits.toSorted((a, b) => bytesOf(a) - bytesOf(b));
  if (limit === undefined) return shortest!;
  const needed = bytesOf(shortest!);
  throw new ServiceError('invalid_request', `The facts alone take ${needed} bytes, which is more than the limit.`, {
    errors: [{ pointer: '', in: 'query', name: 'limit', code: 'too_small', detail: `expected at least ${needed}` }],
  });
};

type Court = ExhibitInput & { readonly exhibit: string };

/** What separates the fields of a question of Reality.eth. No exhibit contains it. */
const FIELD_END = '\u241f';

const inJson = (text: string): string => JSON.stringify(text).slice(1, -1);

/** An exhibit as Markdown: line by line as it is, the texts of parties without a link, a picture or any other markup. */
const inMarkdown = (exhibit: string): string =>
  exhibit
    .replaceAll(/^> (.*)$/gm, (_, text: string) => `> ${text.trimStart().replaceAll(/[!-/:-@[-`{-~]/g, '\\$&')}`)
    .replaceAll(/^- /gm, '\\- ')
    .replaceAll(/(?<=.)\n(?=.)/g, '  \n');

/** The shapes in which courts take an exhibit (SPEC.md §8.12), by the name that the parameter `as` has for each, with a label for people. */
export const courtForms = {
  text: { label: 'Plain text', make: ({ exhibit }) => exhibit },

  /** Evidence as Kleros v2 takes it, which shows the description as Markdown. The address is that of a published receipt; a dispute has none. */
  kleros: {
    label: 'Evidence for Kleros v2, JSON',
    make: ({ exhibit, pack, isPublished, baseUrl }) => {
      const { receipt_hash_sha256: hash, dispute } = pack.adjudication_question;
      const hasAddress = isPublished && dispute === null;
      return JSON.stringify({
        name: 'Exhibit on a decision receipt',
        description: inMarkdown(exhibit),
        ...(hasAddress ? { fileURI: baseUrl + receiptPaths.exhibit(hash) } : {}),
      });
    },
  },

  /** A question with one answer of several, template 2 of Reality.eth: title, answers, category, language. */
  reality: {
    label: 'Question for Reality.eth, template 2',
    make: ({ exhibit, pack }) => {
      const outcomes = RecommendedOutcome.options.map((outcome) => JSON.stringify(outcome)).join(',');
      return [
        inJson(`${questionText(pack.adjudication_question)}\n\n${exhibit}`),
        outcomes,
        'arbitration',
        'en_US',
      ].join(FIELD_END);
    },
  },

  /** A claim that an asserter of UMA states as true. */
  uma: {
    label: 'Claim for UMA',
    make: ({ exhibit, pack }) => {
      const { receipt_hash_sha256: hash, dispute } = pack.adjudication_question;
      const claim =
        dispute === null
          ? `The decision in receipt ${hash} was made correctly, given the mandate, the policy and the evidence of this exhibit.`
          : `The decision in receipt ${hash} should be upheld, although ${dispute.requested_outcome} is requested.`;
      return `${claim}\n\n${exhibit}`;
    },
  },
} as const satisfies Record<string, { label: string; make: (court: Court) => string }>;

export type CourtForm = keyof typeof courtForms;
