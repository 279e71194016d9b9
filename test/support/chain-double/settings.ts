import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { simulatedWallet } from '../../../src/devnet/account.ts';
import type { Devnet } from '../../../src/devnet/devnet.ts';
import { sha256Hex } from '../../../src/domain/json/hash.ts';
import { newFolder } from '../server.ts';

/** The administrator's token of services under test. */
export const ADMIN_TOKEN = 'a-token-that-only-the-tests-know';
/** The header that carries it. */
export const asAdmin = { authorization: `Bearer ${ADMIN_TOKEN}` } as const;

/** The settings of a service that anchors on this simulation, with a wallet file of its own. */
export const anchoringOn = async ({ url, network, accounts }: Devnet) => {
  const walletFile = join(await newFolder(), 'wallet.json');
  await writeFile(walletFile, JSON.stringify(simulatedWallet(accounts[0]!)), { mode: 0o600 });
  return {
    CONCORDIUM_GRPC_URL: url,
    CONCORDIUM_NETWORK: `genesis:${network.genesisBlock}`,
    CONCORDIUM_WALLET_FILE: walletFile,
    AGENT_COMMERCE_ALLOW_LIVE_REGISTERDATA: '1',
    ADMIN_TOKEN_SHA256: sha256Hex(ADMIN_TOKEN),
  } satisfies Record<string, string>;
};
