import { badgeRoute } from '../../../components/graphics/badge-route.ts';
import { receiptBadge } from '../../../components/receipt/judged-receipt.ts';
import { loadReceipts } from '../../../dataset-files/load.ts';
import { Sha256Hex } from '../../../domain/json/sha256.ts';

export const { GET, getStaticPaths } = badgeRoute(
  {
    id: 'getReceiptBadge',
    tag: 'Adjudication',
    summary: 'Badge of a published decision receipt',
    description:
      'A picture for other sites: that the receipt is intact and who signed it, as the build of the site checked. It says nothing of an anchor.',
    parameters: { receipt_hash_sha256: { schema: Sha256Hex, description: 'The hash of the receipt.' } },
  },
  () => loadReceipts().map((published) => [published.hash, () => receiptBadge(published)] as const),
);
