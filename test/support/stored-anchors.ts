import { registeredBytesHex } from '../../src/domain/anchors/registered-data.ts';
import { networkOfSetting } from '../../src/domain/chains/network.ts';
import { sha256Hex } from '../../src/domain/json/hash.ts';
import { anchorStore } from '../../src/storage/anchors.ts';
import { openDatabase } from '../../src/storage/database.ts';
import { newStore } from './server.ts';

/** The address of a new store that holds final anchors of these hashes on the test network; one a second, in their order. */
export const storeWithAnchors = async (...hashes: readonly string[]): Promise<string> => {
  const store = await newStore();
  const database = await openDatabase({ kind: 'sqlite', filename: store.replace('file:', '') });
  const ledger = anchorStore(database, networkOfSetting('testnet').genesisBlock);
  for (const [at, receiptHash] of hashes.entries()) {
    const outcome = {
      transactionHash: sha256Hex(`transaction of ${receiptHash}`),
      blockHash: sha256Hex(`block of ${receiptHash}`),
      sender: '3kBx2h5Y2veb4hZgAJWPrr8RyQESKm5TjzF3ti1QQ4VSYLwK1G',
      energy: 529n,
      chargedMicroCcd: 10_580n,
      registeredHex: registeredBytesHex(receiptHash),
      rejected: null,
    };
    const time = new Date(Date.parse('2026-11-10T09:00:00Z') + 1_000 * at).toISOString();
    if (!(await ledger.importAnchor(receiptHash, outcome, time)))
      throw new Error(`the anchor of ${receiptHash} was not stored`);
  }
  await database.close();
  return store;
};
