import { loadReceipts } from '../../../dataset-files/load.ts';
import { checkedText } from '../../../domain/json/document-text.ts';
import { Sha256Hex } from '../../../domain/json/sha256.ts';
import { DecisionReceipt } from '../../../domain/receipts/decision-receipt.ts';
import { buildReceiptDocument } from '../../../domain/receipts/published-receipt.ts';
import { documentFiles, type DocumentInstance } from '../../../http/document.ts';

const listed: DocumentInstance = {
  id: 'getDecisionReceipt',
  tag: 'Adjudication',
  summary: 'A published decision receipt',
  description: 'The receipt by its hash, which it also states. It never changes.',
  schema: DecisionReceipt,
  params: {},
  parameters: { receipt_hash_sha256: { schema: Sha256Hex, description: 'The hash of the receipt.' } },
};

export const { GET, getStaticPaths } = documentFiles([listed], async () =>
  loadReceipts().map((published) => ({
    params: { receipt_hash_sha256: published.hash },
    content: () => checkedText(listed, buildReceiptDocument(published)),
  })),
);
