import { loadKeys } from '../../dataset-files/load.ts';
import { originWords } from '../../domain/keys/origin.ts';
import { knownKeys } from '../../domain/keys/public-key.ts';
import { isDemonstration } from '../../domain/receipts/decision-receipt.ts';
import { boundWords } from '../../domain/receipts/mandate-words.ts';
import { buildReceiptDocument, type PublishedReceipt, receiptTitle } from '../../domain/receipts/published-receipt.ts';
import { sinceByService } from '../../domain/verification/answers.ts';
import { verifyDocument } from '../../domain/verification/verify.ts';
import { SERVICE_NAME } from '../../domain/vocabulary/service.ts';
import { capitalized } from '../../domain/vocabulary/words.ts';
import type { Badge } from '../graphics/badge.ts';
import { drawSeal, resultsOf } from '../graphics/seal.ts';

/** What a build shows of a published receipt by the keys of the operator: its answers, without the anchor, its mandate, and who signed it. */
export const judgeReceipt = async (published: PublishedReceipt) => {
  const { answers, mandate, checks } = await verifyDocument(buildReceiptDocument(published), {
    receiptHash: published.hash,
    keys: knownKeys(loadKeys(), { by: 'address', address: import.meta.env.SITE }),
  });
  return {
    answers: { ...answers, since_when: sinceByService(undefined) },
    mandate: mandate!,
    signature: checks.find(({ id }) => id === 'signature')!.reason,
  };
};

/** The badge of a published receipt: what the build checked, and that it looked up no anchor. */
export const receiptBadge = async (published: PublishedReceipt): Promise<Badge> => {
  const { receipt } = published;
  const { answers, mandate } = await judgeReceipt(published);
  const origin = capitalized(originWords[answers.from_whom.result]);
  return {
    graphic: drawSeal(resultsOf(answers, mandate.result)),
    title: receiptTitle(receipt),
    statement: `${answers.intact.words} ${origin}, mandate ${boundWords[mandate.result]}`,
    ...(mandate.result === 'not_covered' && { ink: '--refuted' }),
    notes: [
      'Checked by the build; no anchor was looked up',
      isDemonstration(receipt) ? 'A made-up example: nothing of this took place' : SERVICE_NAME,
    ],
  };
};
