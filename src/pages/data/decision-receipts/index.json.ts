import { loadReceipts } from '../../../dataset-files/load.ts';
import { buildReceiptIndex, ReceiptIndex } from '../../../domain/receipts/published-receipt.ts';
import { document } from '../../../http/document.ts';

export const GET = document(
  {
    id: 'listDecisionReceipts',
    tag: 'Adjudication',
    summary: 'Published decision receipts',
    description: 'The receipts that are published here, with the addresses of their canonical texts and evidence packs.',
    schema: ReceiptIndex,
  },
  () => buildReceiptIndex(loadReceipts(), { baseUrl: import.meta.env.SITE }),
);
