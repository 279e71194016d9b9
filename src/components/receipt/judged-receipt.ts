import { loadKeys } from '../../dataset-files/load.ts';
import type { DecisionReceipt } from '../../domain/receipts/decision-receipt.ts';
import { judgeReceiptSignatures } from '../../domain/verification/signed-receipt.ts';
import type { SealResults } from '../graphics/seal.ts';
import { askedLive } from './anchor-answers.ts';
import { intactAnswer, originAnswer } from './words.ts';

/** What a build shows of a published receipt: its signatures, from whom it is, and its seal, without the anchor. */
export const judgeReceipt = async (receipt: DecisionReceipt) => {
  const judged = await judgeReceiptSignatures(receipt, loadKeys());
  const origin = originAnswer(judged);
  const results: SealResults = {
    intact: intactAnswer.result,
    from_whom: origin.result,
    since_when: askedLive.result,
  };
  return { judged, origin, results };
};
