import { z } from 'zod';
import { drawBadge } from '../../../components/graphics/badge.ts';
import { receiptBadge } from '../../../components/receipt/judged-receipt.ts';
import { loadReceipts } from '../../../dataset-files/load.ts';
import { Sha256Hex } from '../../../domain/json/sha256.ts';
import { documentFiles } from '../../../http/document.ts';

export const { GET, getStaticPaths } = documentFiles(
  [
    {
      id: 'getReceiptBadge',
      tag: 'Adjudication',
      summary: 'Badge of a published decision receipt',
      description:
        'A picture for other sites: that the receipt is intact and who signed it, as the build of the site checked. It says nothing of an anchor.',
      parameters: { receipt_hash_sha256: { schema: Sha256Hex, description: 'The hash of the receipt.' } },
      schema: z.string(),
      mediaType: 'image/svg+xml',
      params: {},
    },
  ],
  () =>
    Promise.resolve(
      loadReceipts().map((published) => ({
        params: { receipt_hash_sha256: published.hash },
        content: async () => drawBadge(await receiptBadge(published)),
      })),
    ),
);
