import { isDemonstration } from '../../domain/receipts/decision-receipt.ts';
import type { PublishedReceipt } from '../../domain/receipts/published-receipt.ts';
import { nameSubject } from '../../domain/receipts/request-subject.ts';
import { SERVICE_NAME } from '../../domain/vocabulary/service.ts';
import { capitalized } from '../../domain/vocabulary/words.ts';
import type { Badge } from '../graphics/badge.ts';
import { drawSeal } from '../graphics/seal.ts';
import { pictureInks } from '../graphics/token-inks.ts';
import { judgeReceipt } from './judged-receipt.ts';
import { intactAnswer } from './words.ts';

/** The badge of a published receipt: what the build checked, and that it looked up no anchor. */
export const receiptBadge = async ({ receipt }: PublishedReceipt): Promise<Badge> => {
  const { origin, results } = await judgeReceipt(receipt);
  return {
    graphic: drawSeal(results, pictureInks()),
    title: `${capitalized(receipt.decision)}: ${nameSubject(receipt)}`,
    statement: `${intactAnswer.headline}. ${origin.headline}`,
    notes: [
      'Checked by the build; no anchor was looked up',
      isDemonstration(receipt) ? 'A made-up example: nothing of this took place' : SERVICE_NAME,
    ],
  };
};
