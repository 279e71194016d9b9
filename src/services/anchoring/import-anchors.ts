import type { AnchorChain, FinalizedOutcome } from '../../domain/anchors/anchor-chain.ts';
import { checkAnchor } from '../../domain/anchors/anchor-check.ts';
import type { AnchorLedger } from '../../domain/anchors/anchor-ledger.ts';
import type { ImportedAnchor } from '../../domain/anchors/anchor-request.ts';
import { genesisOfNetwork } from '../../domain/chains/network.ts';

/** The result of importing an anchor. */
export interface ImportResult {
  readonly receiptHash: string;
  readonly outcome: 'checked' | 'unchecked' | 'known' | 'refused';
  readonly reason: string;
}

/** The finalized outcome that confirms the anchor, the reason why there is none, or undefined without a node of its network. */
const lookUp = async (
  anchor: ImportedAnchor,
  chain: AnchorChain | undefined,
): Promise<FinalizedOutcome | string | undefined> => {
  const genesisBlock = genesisOfNetwork(anchor.network);
  if (chain === undefined || chain.network.genesisBlock !== genesisBlock) return undefined;
  const status = await chain.status(anchor.transaction_hash);
  const claimed = {
    receiptHash: anchor.receipt_hash_sha256,
    transactionHash: anchor.transaction_hash,
    sender: anchor.sender ?? undefined,
    genesisBlock,
  };
  // The network check of a simulation is unverified, which does not prevent an import.
  const failed = checkAnchor(claimed, { genesisBlock, status }).filter(({ result }) => result === 'fail');
  if (failed.length > 0) return failed.map(({ title, reason }) => `check failed: ${title} (${reason})`).join('; ');
  if (status.kind !== 'finalized') return `the transaction is ${status.kind}, not yet finalized`;
  if (anchor.block_hash && anchor.block_hash !== status.outcome.blockHash)
    return 'the chain has the transaction in another block';
  return status.outcome;
};

/**
 * Stores an anchor made elsewhere: checked where the configured node is on its network, marked
 * unchecked otherwise, refused where the chain contradicts it.
 * @throws ChainFailure when the configured node cannot be asked.
 */
export const importAnchor = async (
  anchor: ImportedAnchor,
  { ledger, chain, now }: { ledger: AnchorLedger; chain: AnchorChain | undefined; now: () => Date },
): Promise<ImportResult> => {
  const receiptHash = anchor.receipt_hash_sha256;
  const found = await lookUp(anchor, chain);
  if (typeof found === 'string') return { receiptHash, outcome: 'refused', reason: found };
  const stored = await ledger.importAnchor({
    receiptHash,
    network: anchor.network,
    genesisBlock: genesisOfNetwork(anchor.network),
    transactionHash: anchor.transaction_hash,
    blockHash: anchor.block_hash ?? null,
    sender: anchor.sender ?? null,
    at: now().toISOString(),
    outcome: found ?? null,
  });
  if (stored === 'known')
    return {
      receiptHash,
      outcome: 'known',
      reason: 'a record of this hash or transaction already exists and is unchanged',
    };
  return found === undefined
    ? { receiptHash, outcome: 'unchecked', reason: 'no node of its network is configured, so it is marked unchecked' }
    : { receiptHash, outcome: 'checked', reason: `found in finalized block ${found.blockHash}` };
};

/** Checks the unchecked imported anchors that are on the network of the configured node. */
export const checkImported = async (
  ledger: AnchorLedger,
  chain: AnchorChain,
  now: () => Date,
): Promise<ImportResult[]> => {
  const results: ImportResult[] = [];
  for (const entry of await ledger.unchecked()) {
    if (entry.genesisBlock !== chain.network.genesisBlock) continue;
    const { receiptHash, network, transactionHash, blockHash, sender } = entry;
    results.push(
      await importAnchor(
        {
          receipt_hash_sha256: receiptHash,
          network,
          transaction_hash: transactionHash!,
          block_hash: blockHash,
          sender,
        },
        { ledger, chain, now },
      ),
    );
  }
  return results;
};
