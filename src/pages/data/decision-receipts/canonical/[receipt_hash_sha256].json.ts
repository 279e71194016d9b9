import { loadReceipts } from '../../../../dataset-files/load.ts';
import { Sha256Hex } from '../../../../domain/json/sha256.ts';
import { DecisionReceipt, receiptCanonicalText } from '../../../../domain/receipts/decision-receipt.ts';
import { documentFiles } from '../../../../http/document.ts';

export const { GET, getStaticPaths } = documentFiles(
  [
    {
      id: 'getDecisionReceiptCanonicalText',
      tag: 'Adjudication',
      summary: 'The canonical text of a decision receipt',
      description: 'The exact bytes whose SHA-256 is the hash of the receipt (RFC 8785), without a line break at the end.',
      schema: DecisionReceipt,
      params: {},
      parameters: { receipt_hash_sha256: { schema: Sha256Hex, description: 'The hash of the receipt.' } },
    },
  ],
  async () =>
    loadReceipts().map(({ hash, receipt }) => ({
      params: { receipt_hash_sha256: hash },
      content: () => receiptCanonicalText(receipt),
    })),
);
