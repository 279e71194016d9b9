import { z } from 'zod';
import type { Sha256Hex } from '../json/sha256.ts';

/** The name of a network in records. */
export const NetworkName = z
  .string()
  .regex(/^(mainnet|testnet|(genesis|simulation):[0-9a-f]{64})$/)
  .meta({
    description:
      '`mainnet`, `testnet`, or `genesis:` and `simulation:` with the hash of the genesis block. Nothing on a simulation has any value.',
  });

/** A network, identified by the hash of its genesis block. */
export interface ChainNetwork {
  /** `mainnet`, `testnet`, `genesis:<64 hex>` or `simulation:<64 hex>`, as in records. */
  readonly name: string;
  readonly genesisBlock: Sha256Hex;
  /** Whether it is a simulation on a private machine, where nothing has any value. */
  readonly simulation: boolean;
}

const publicGenesisBlocks = {
  mainnet: '9dd9ca4d19e9393877d2c44b70f89acbfc0883c2243e5eeaecc0d1cd0503f478',
  testnet: '4221332d34e1694168c2a0c0b3fd0f273809612cb13d000d5c2e00e85f50f796',
} as const;

/**
 * The beginning of the genesis block hash of every simulation: the ASCII text `SIMULATION`.
 * The hash of a real block begins like this with a probability of one in 2^80.
 */
export const SIMULATION_MARK = '53494d554c4154494f4e';

/** The network with this genesis block. */
export const networkOfGenesis = (genesisBlock: Sha256Hex): ChainNetwork => {
  const known = Object.entries(publicGenesisBlocks).find(([, hash]) => hash === genesisBlock);
  const simulation = genesisBlock.startsWith(SIMULATION_MARK);
  return {
    name: known ? known[0] : `${simulation ? 'simulation' : 'genesis'}:${genesisBlock}`,
    genesisBlock,
    simulation,
  };
};

/**
 * The network that the setting CONCORDIUM_NETWORK names (SPEC.md §10.2): `mainnet`, `testnet`
 * or `genesis:<64 hex>`.
 * @throws TypeError for any other text.
 */
export const networkOfSetting = (setting: string): ChainNetwork => {
  if (setting === 'mainnet' || setting === 'testnet') return networkOfGenesis(publicGenesisBlocks[setting]);
  const genesisBlock = /^genesis:([0-9a-f]{64})$/.exec(setting)?.[1];
  if (genesisBlock === undefined) throw new TypeError('a network is mainnet, testnet or genesis:<64 hex>');
  return networkOfGenesis(genesisBlock);
};

/**
 * The genesis block of a network given by its name in records.
 * @throws TypeError for any other text.
 */
export const genesisOfNetwork = (name: string): Sha256Hex =>
  networkOfSetting(name.replace(/^simulation:/, 'genesis:')).genesisBlock;

/** The hosts of the explorer of the public networks, by their names in records. */
export const explorerHosts = { mainnet: 'ccdscan.io', testnet: 'testnet.ccdscan.io' } as const;

/** The page of a public explorer that shows the transaction, or null when no public explorer covers the network. */
export const explorerAddress = (network: string, transactionHash: Sha256Hex): string | null => {
  const host = Object.entries(explorerHosts).find(([name]) => name === network)?.[1];
  return host === undefined ? null : `https://${host}/?dcount=1&dentity=transaction&dhash=${transactionHash}`;
};
