import { type CheckResult, unverified } from './verification.ts';

/**
 * What is known of an anchor that a document states, besides what the document itself shows: only the chain can
 * say, and only mainnet and testnet show anything to others (SPEC.md §11.4, `anchor_state`, rules 4 to 6).
 * @param atNode what a node said of it.
 */
export const checkPublicAnchor = (
  { network, transaction_hash }: { readonly network: string; readonly transaction_hash: string | null },
  atNode: CheckResult | undefined,
  document: 'pack' | 'record',
): CheckResult => {
  if (atNode?.result === 'fail') return atNode;
  if (network.startsWith('simulation:'))
    return unverified('The anchor is on a simulated chain, where it proves nothing.');
  if (network !== 'mainnet' && network !== 'testnet')
    return unverified(
      'The anchor is on a private or unknown chain. Only mainnet and testnet prove anything to others.',
    );
  if (atNode !== undefined) return atNode;
  return unverified(
    transaction_hash === null
      ? `The ${document} does not state a transaction to look up.`
      : `Only the chain can show this: look up transaction ${transaction_hash} with a node or an explorer of ${network}.`,
  );
};
