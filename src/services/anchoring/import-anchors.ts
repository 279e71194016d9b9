import type { AnchorChain } from '../../domain/anchors/anchor-chain.ts';
import { checkAnchor } from '../../domain/anchors/anchor-check.ts';
import type { AnchorLedger } from '../../domain/anchors/anchor-ledger.ts';
import type { ImportedAnchor } from '../../domain/anchors/anchor-request.ts';
import { genesisOfNetwork } from '../../domain/chains/network.ts';

/** The result of importing an anchor. */
export interface ImportResult {
  readonly receiptHash: string;
  readonly outcome: 'imported' | 'known' | 'refused';
  readonly reason: string;
}

/**
 * Stores an anchor made elsewhere on the network of the node, if the node shows it in a finalized block.
 * @throws ChainFailure when the node cannot be asked.
 */
export const importAnchor = async (
  { receipt_hash_sha256: receiptHash, network, transaction_hash: transactionHash }: ImportedAnchor,
  { ledger, chain, now }: { ledger: AnchorLedger; chain: AnchorChain; now: () => Date },
): Promise<ImportResult> => {
  const refuse = (reason: string): ImportResult => ({ receiptHash, outcome: 'refused', reason });
  const genesisBlock = genesisOfNetwork(network);
  if (chain.network.genesisBlock !== genesisBlock)
    return refuse(`it is on ${network}, the node on ${chain.network.name}`);
  const status = await chain.status(transactionHash);
  // The network check of a simulation is unverified, which does not prevent an import.
  const failed = checkAnchor({ receiptHash, transactionHash, genesisBlock }, { genesisBlock, status }).filter(
    ({ result }) => result === 'fail',
  );
  if (failed.length > 0) return refuse(failed.map(({ id, reason }) => `check failed: ${id} (${reason})`).join('; '));
  if (status.kind !== 'finalized') return refuse(`the transaction is ${status.kind}, not yet finalized`);
  const { outcome } = status;
  return (await ledger.importAnchor(receiptHash, outcome, now().toISOString()))
    ? { receiptHash, outcome: 'imported', reason: `found in finalized block ${outcome.blockHash}` }
    : { receiptHash, outcome: 'known', reason: 'a record of this hash already exists and is unchanged' };
};
