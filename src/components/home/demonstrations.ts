import { loadReceipts } from '../../dataset-files/load.ts';
import { isDemonstration } from '../../domain/receipts/decision-receipt.ts';
import { checkMandateScope } from '../../domain/receipts/mandate-scope.ts';
import { type PublishedReceipt, receiptPaths } from '../../domain/receipts/published-receipt.ts';
import type { Answers } from '../../domain/verification/verification.ts';
import { judgeReceipt } from '../receipt/judged-receipt.ts';

/** A published receipt that shows something, with the answers that the build knows. */
export interface Demonstration extends PublishedReceipt {
  /** What it is, within a sentence. */
  readonly short: string;
  readonly page: string;
  readonly answers: Answers;
}

const judge = async (published: PublishedReceipt) => {
  const { judged, answers } = await judgeReceipt(published);
  return {
    published,
    scope: checkMandateScope(published.receipt).result,
    answers,
    revoked: judged.some(({ key }) => key?.revoked_at !== undefined),
  };
};
type Judged = Awaited<ReturnType<typeof judge>>;

/** What is shown, and by which receipt; an agent that publishes none of these shows none. */
const shown: readonly { readonly short: string; readonly isIt: (judged: Judged) => boolean }[] = [
  {
    short: 'a decision within its mandate',
    isIt: ({ scope, answers, revoked }) => scope === 'covered' && answers.from_whom.result === 'pass' && !revoked,
  },
  { short: 'one outside it', isIt: ({ scope }) => scope === 'not_covered' },
  {
    short: 'one signed with a key revoked later',
    isIt: ({ revoked, scope }) => revoked && scope !== 'not_covered',
  },
];

/** The made-up receipts that the home page leads to, in the order in which they are best read. */
export const demonstrations = async (): Promise<Demonstration[]> => {
  const all = await Promise.all(
    loadReceipts()
      .filter(({ receipt }) => isDemonstration(receipt))
      .map(judge),
  );
  return shown.flatMap(({ short, isIt }) => {
    const found = all.find(isIt);
    if (found === undefined) return [];
    const { published, answers } = found;
    return [
      {
        ...published,
        short,
        page: receiptPaths.page(published.hash),
        answers,
      },
    ];
  });
};
