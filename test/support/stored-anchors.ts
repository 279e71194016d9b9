import { registeredBytesHex } from '../../src/domain/anchors/registered-data.ts';
import { networkOfSetting } from '../../src/domain/chains/network.ts';
import { sha256Hex } from '../../src/domain/json/hash.ts';
import { anchorStore } from '../../src/storage/anchors.ts';
import { openDatabase } from '../../src/storage/database.ts';
import { newStore } from './server.ts';

const SENDER = '3kBx2h5Y2veb4hZgAJWPrr8RyQESKm5TjzF3ti1QQ4VSYLwK1G';

/**
 * The address of a new store that holds anchors of the test network: some as a node has confirmed
 * them in a finalized block, some as they were imported without asking a node; one a second, in their order.
 */
export const storeWithAnchors = async (anchors: {
  readonly confirmed?: readonly string[];
  readonly unchecked?: readonly string[];
}): Promise<string> => {
  const store = await newStore();
  const database = await openDatabase({ kind: 'sqlite', filename: store.replace('file:', '') });
  const { genesisBlock } = networkOfSetting('testnet');
  const firstAt = Date.parse('2026-11-10T09:00:00Z');
  let added = 0;
  const add = async (receiptHash: string, confirmed: boolean): Promise<void> => {
    const transaction = {
      transactionHash: sha256Hex(`transaction of ${receiptHash}`),
      blockHash: sha256Hex(`block of ${receiptHash}`),
      sender: SENDER,
    };
    const outcome = await anchorStore(database).importAnchor({
      receiptHash,
      network: 'testnet',
      genesisBlock,
      ...transaction,
      at: new Date(firstAt + 1_000 * added++).toISOString(),
      outcome: confirmed
        ? {
            ...transaction,
            energy: 529n,
            chargedMicroCcd: 10_580n,
            registeredHex: registeredBytesHex(receiptHash),
            rejected: null,
          }
        : null,
    });
    if (outcome !== 'imported') throw new Error(`the anchor of ${receiptHash} was not stored: ${outcome}`);
  };
  for (const hash of anchors.confirmed ?? []) await add(hash, true);
  for (const hash of anchors.unchecked ?? []) await add(hash, false);
  await database.close();
  return store;
};
