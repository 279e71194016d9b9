import { receiptPaths } from '../receipts/published-receipt.ts';
import { questionText } from './build-evidence-pack.ts';
import type { ExhibitInput } from './exhibit.ts';
import { RecommendedOutcome } from './verdict.ts';

interface Court extends ExhibitInput {
  /** The exhibit as it stands. */
  readonly exhibit: string;
}

/** What separates the fields of a question of Reality.eth. No exhibit contains it. */
const FIELD_END = '\u241f';

const inJson = (text: string): string => JSON.stringify(text).slice(1, -1);

/** An exhibit as Markdown: line by line as it is, the texts of parties without a link, a picture or any other markup. */
const inMarkdown = (exhibit: string): string =>
  exhibit
    .replaceAll(/^> (.*)$/gm, (_, text: string) => `> ${text.trimStart().replaceAll(/[!-/:-@[-`{-~]/g, '\\$&')}`)
    .replaceAll(/^- /gm, '\\- ')
    .replaceAll(/(?<=.)\n(?=.)/g, '  \n');

/** The shapes in which courts take an exhibit (SPEC.md §8.12), by the name that the parameter `as` has for each. */
export const courtForms = {
  text: ({ exhibit }: Court): string => exhibit,

  /** Evidence as Kleros v2 takes it, which shows the description as Markdown. The address is that of a published receipt; a dispute has none. */
  kleros: ({ exhibit, pack, isPublished, baseUrl }: Court): string => {
    const { receipt_hash_sha256: hash, dispute } = pack.adjudication_question;
    const hasAddress = isPublished && dispute === null;
    return JSON.stringify({
      name: 'Exhibit on a decision receipt',
      description: inMarkdown(exhibit),
      ...(hasAddress ? { fileURI: baseUrl + receiptPaths.exhibit(hash) } : {}),
    });
  },

  /** A question with one answer of several, template 2 of Reality.eth: title, answers, category, language. */
  reality: ({ exhibit, pack }: Court): string => {
    const outcomes = RecommendedOutcome.options.map((outcome) => JSON.stringify(outcome)).join(',');
    return [inJson(`${questionText(pack.adjudication_question)}\n\n${exhibit}`), outcomes, 'arbitration', 'en_US'].join(
      FIELD_END,
    );
  },

  /** A claim that an asserter of UMA states as true. */
  uma: ({ exhibit, pack }: Court): string => {
    const { receipt_hash_sha256: hash, dispute } = pack.adjudication_question;
    const claim =
      dispute === null
        ? `The decision in receipt ${hash} was made correctly, given the mandate, the policy and the evidence of this exhibit.`
        : `The decision in receipt ${hash} should be upheld, although ${dispute.requested_outcome} is requested.`;
    return `${claim}\n\n${exhibit}`;
  },
} as const satisfies Record<string, (court: Court) => string>;

export type CourtForm = keyof typeof courtForms;
