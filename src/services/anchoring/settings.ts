import type { Config } from '../../config.ts';
import { networkOfSetting } from '../../domain/chains/network.ts';

/** The settings of anchoring, without secrets: only whether a token and a wallet are set. */
export const anchoringSettings = (config: Config) => ({
  network: networkOfSetting(config.concordiumNetwork),
  walletConfigured: config.concordiumWalletFile !== undefined,
  adminTokenSet: config.adminTokenSha256 !== undefined,
  liveAllowed: config.allowLiveRegisterdata,
  siteUrl: config.siteUrl,
});
