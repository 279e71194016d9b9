import { loadKeys } from '../../dataset-files/load.ts';
import { originWords } from '../../domain/keys/origin.ts';
import { knownKeys } from '../../domain/keys/public-key.ts';
import { isDemonstration } from '../../domain/receipts/decision-receipt.ts';
import { checkMandateScope } from '../../domain/receipts/mandate-scope.ts';
import { boundWords } from '../../domain/receipts/mandate-words.ts';
import { buildReceiptDocument, type PublishedReceipt, receiptTitle } from '../../domain/receipts/published-receipt.ts';
import { sinceByService } from '../../domain/verification/answers.ts';
import { judgeReceiptSignatures } from '../../domain/verification/check-signatures.ts';
import type { Answers } from '../../domain/verification/verification.ts';
import { verifyDocument } from '../../domain/verification/verify.ts';
import { SERVICE_NAME } from '../../domain/vocabulary/service.ts';
import { capitalized } from '../../domain/vocabulary/words.ts';
import type { Badge } from '../graphics/badge.ts';
import { drawSeal, resultsOf } from '../graphics/seal.ts';

/** What a build shows of a published receipt, by the keys of the operator: its answers, without the anchor, its mandate, and each signature. */
export const judgeReceipt = async (published: PublishedReceipt) => {
  const keys = loadKeys();
  const { answers } = await verifyDocument(buildReceiptDocument(published), {
    receiptHash: published.hash,
    keys: knownKeys(keys, { by: 'address', address: import.meta.env.SITE }),
  });
  const judged = await judgeReceiptSignatures(published.receipt, keys);
  const scope = checkMandateScope(published.receipt);
  return { judged, scope, answers: { ...answers, since_when: sinceByService(undefined) } satisfies Answers };
};

/** The badge of a published receipt: what the build checked, and that it looked up no anchor. */
export const receiptBadge = async (published: PublishedReceipt): Promise<Badge> => {
  const { receipt } = published;
  const { answers, scope } = await judgeReceipt(published);
  const origin = capitalized(originWords[answers.from_whom.result]);
  return {
    graphic: drawSeal(resultsOf(answers, scope.result)),
    title: receiptTitle(receipt),
    statement: `${answers.intact.words} ${origin}, mandate ${boundWords[scope.result]}`,
    ...(scope.result === 'not_covered' && { ink: '--refuted' }),
    notes: [
      'Checked by the build; no anchor was looked up',
      isDemonstration(receipt) ? 'A made-up example: nothing of this took place' : SERVICE_NAME,
    ],
  };
};
