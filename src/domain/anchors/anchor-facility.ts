import type { Sha256Hex } from '../json/sha256.ts';

/** Page of the anchor facility. */
export const ANCHOR_PAGE = '/agent-acceptance-anchor';

/** Address of the anchor record of a hash. */
export const anchorAddress = (siteUrl: string, receiptHash: Sha256Hex): string =>
  `${siteUrl}/api/agent-acceptance-kit/anchors/${receiptHash}`;

/** What the anchor facility does not do; stated in its documents and on its page. */
export const anchorBoundaries = [
  'Anchoring covers decision receipt hashes only: nothing else is written to the chain.',
  'An anchor shows that the hash existed when the block was made; it does not show that the decision was right.',
  'No payment, settlement, checkout, fulfilment, wallet connection, identity disclosure or change of custody is involved.',
  'The output is not official output of the foundation of a chain or of any adjudication vendor.',
] as const;
