import type { Config } from '../config.ts';
import { type ChainFailure, isChainFailure } from '../domain/anchors/anchor-state.ts';
import { networkOfSetting } from '../domain/chains/network.ts';
import { readGrpcHeaders } from './node.ts';
import { walletFailures } from './wallet.ts';

/**
 * All that is wrong with the files of headers and of the wallet that the settings name, in the order of the gate, as far as it
 * shows without a node (SPEC.md §10.3). Nothing of what is in them is kept.
 */
export const unusableFilesOf = async ({
  concordiumGrpcHeadersFile: headersFile,
  concordiumWalletFile: walletFile,
  concordiumNetwork,
}: Config): Promise<readonly ChainFailure[]> => {
  const ofHeaders = async (): Promise<readonly ChainFailure[]> => {
    try {
      if (headersFile !== undefined) await readGrpcHeaders(headersFile);
      return [];
    } catch (failure) {
      if (isChainFailure(failure)) return [failure];
      throw failure;
    }
  };
  const ofWallet = walletFile === undefined ? [] : walletFailures(walletFile, networkOfSetting(concordiumNetwork));
  return (await Promise.all([ofHeaders(), ofWallet])).flat();
};
