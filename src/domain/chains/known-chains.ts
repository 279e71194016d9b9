import type { z } from 'zod';
import { Caip2, Caip10, Caip19, partsOfCaip10, partsOfCaip19 } from './caip.ts';
import type { ContractAddress } from './concordium-reference.ts';
import { explorerHosts, genesisOfNetwork } from './network.ts';

/** A chain whose name is known. */
interface KnownChain {
  readonly name: string;
  /** The page of an account or a contract at a public explorer; absent where none is known. */
  readonly account?: (address: string) => string;
  /** The page of a contract instance of Concordium there. */
  readonly instance?: (contract: ContractAddress) => string;
}

/** A chain of `eip155` with an explorer whose addresses follow EIP-3091. */
const evm = (name: string, explorer: string): KnownChain => ({
  name,
  account: (address) => `https://${explorer}/address/${address}`,
});

const stacks = (name: string, network: string): KnownChain => ({
  name,
  account: (address) => `https://explorer.hiro.so/address/${address}?chain=${network}`,
});

/** The chain of a network of Concordium: the first 32 digits of its genesis block (SPEC.md §10.2). */
const chainOfNetwork = (network: keyof typeof explorerHosts): Caip2 => `ccd:${genesisOfNetwork(network).slice(0, 32)}`;

const concordium = (name: string, network: keyof typeof explorerHosts): Record<Caip2, KnownChain> => {
  const page = `https://${explorerHosts[network]}/?dcount=1&dentity=`;
  return {
    [chainOfNetwork(network)]: {
      name,
      account: (address) => `${page}account&daddress=${address}`,
      instance: ({ index, subindex }) =>
        `${page}contract&dcontractAddressIndex=${index}&dcontractAddressSubIndex=${subindex}`,
    },
  };
};

/**
 * The chains that records name. Names and explorers of `eip155`: the definitions of viem 2.57.20, shortened to the
 * name in use, and for Billions, GenLayer and SKALE ethereum-lists/chains; the explorer of Story: docs.story.foundation. The other
 * chains: the identifiers of ChainAgnostic/namespaces (3fee8ee), of which `cosmos` leaves its chains to their own
 * software, so that Fetch.ai has its name and explorer from cosmos/chain-registry (627bbab). Cardano: CIP-34. Explorers: those that the
 * chains themselves point to; CCDScan by the queries that its own pages write.
 */
const knownChains: Readonly<Record<Caip2, KnownChain>> = {
  'eip155:1': evm('Ethereum', 'etherscan.io'),
  'eip155:10': evm('OP Mainnet', 'optimistic.etherscan.io'),
  'eip155:40': evm('Telos', 'www.teloscan.io'),
  'eip155:56': evm('BNB Smart Chain', 'bscscan.com'),
  'eip155:100': evm('Gnosis', 'gnosisscan.io'),
  'eip155:130': evm('Unichain', 'uniscan.xyz'),
  'eip155:137': evm('Polygon', 'polygonscan.com'),
  'eip155:143': evm('Monad', 'monadscan.com'),
  'eip155:196': evm('X Layer', 'www.oklink.com/xlayer'),
  'eip155:288': evm('Boba Network', 'bobascan.com'),
  'eip155:324': evm('ZKsync Era', 'explorer.zksync.io'),
  'eip155:480': evm('World Chain', 'worldscan.org'),
  'eip155:690': evm('Redstone', 'explorer.redstone.xyz'),
  'eip155:1088': evm('Metis', 'explorer.metis.io'),
  'eip155:1101': evm('Polygon zkEVM', 'zkevm.polygonscan.com'),
  'eip155:1116': evm('Core', 'scan.coredao.org'),
  'eip155:1514': evm('Story', 'www.storyscan.io'),
  'eip155:1776': evm('Injective', 'blockscout.injective.network'),
  'eip155:1868': evm('Soneium', 'soneium.blockscout.com'),
  'eip155:2345': evm('GOAT', 'explorer.goat.network'),
  'eip155:2741': evm('Abstract', 'abscan.org'),
  'eip155:4221': evm('GenLayer Testnet', 'explorer.testnet-chain.genlayer.com'),
  'eip155:4326': evm('MegaETH', 'mega.etherscan.io'),
  'eip155:4663': evm('Robinhood Chain', 'robinhoodchain.blockscout.com'),
  'eip155:5000': evm('Mantle', 'mantlescan.xyz'),
  'eip155:8453': evm('Base', 'basescan.org'),
  'eip155:16661': evm('0G', 'chainscan.0g.ai'),
  'eip155:34443': evm('Mode', 'modescan.io'),
  'eip155:42161': evm('Arbitrum One', 'arbiscan.io'),
  'eip155:42170': evm('Arbitrum Nova', 'nova.arbiscan.io'),
  'eip155:42220': evm('Celo', 'celoscan.io'),
  'eip155:43114': evm('Avalanche', 'snowtrace.io'),
  'eip155:45056': evm('Billions', 'explorer.billions.network'),
  'eip155:57073': evm('Ink', 'explorer.inkonchain.com'),
  'eip155:59144': evm('Linea', 'lineascan.build'),
  'eip155:81457': evm('Blast', 'blastscan.io'),
  'eip155:84532': evm('Base Sepolia', 'sepolia.basescan.org'),
  'eip155:167000': evm('Taiko', 'taikoscan.io'),
  'eip155:534352': evm('Scroll', 'scrollscan.com'),
  'eip155:5042002': evm('Arc Testnet', 'explorer.testnet.arc.io'),
  'eip155:11155111': evm('Sepolia', 'sepolia.etherscan.io'),
  'eip155:11155420': evm('OP Sepolia', 'optimism-sepolia.blockscout.com'),
  'eip155:1187947933': evm('SKALE Base', 'skale-base-explorer.skalenodes.com'),
  ...concordium('Concordium', 'mainnet'),
  ...concordium('Concordium Testnet', 'testnet'),
  'cip34:1-764824073': { name: 'Cardano' },
  'cosmos:fetchhub-4': {
    name: 'Fetch.ai',
    account: (address) => `https://www.mintscan.io/fetchai/accounts/${address}`,
  },
  'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp': {
    name: 'Solana',
    account: (address) => `https://explorer.solana.com/address/${address}`,
  },
  'stacks:1': stacks('Stacks', 'mainnet'),
  'stacks:2147483648': stacks('Stacks Testnet', 'testnet'),
  'starknet:SN_MAIN': { name: 'Starknet', account: (address) => `https://voyager.online/contract/${address}` },
  'stellar:pubnet': {
    name: 'Stellar',
    account: (address) =>
      `https://stellar.expert/explorer/public/${address.startsWith('C') ? 'contract' : 'account'}/${address}`,
  },
  'xrpl:0': { name: 'XRP Ledger', account: (address) => `https://livenet.xrpl.org/accounts/${address}` },
};

/** The name of a chain for people; undefined for one that is not in the table. */
export const findChainName = (chain: Caip2): string | undefined => knownChains[chain]?.name;

/** The name of a chain for people, or its identifier. */
export const nameOfChain = (chain: Caip2): string => findChainName(chain) ?? chain;

/** The page of an account or a contract at a public explorer; undefined where none is known. */
export const findAccountPage = (account: Caip10): string | undefined => {
  const { chain, address } = partsOfCaip10(account);
  // A text in place of an address, for instance `…` for a private one, has no page.
  return /^[\w.-]+$/.test(address) ? knownChains[chain]?.account?.(address) : undefined;
};

/** The page of a contract instance of Concordium at its explorer; undefined on another chain. */
export const findInstancePage = (chain: Caip2, contract: ContractAddress): string | undefined =>
  knownChains[chain]?.instance?.(contract);

/** Where a chain becomes known. */
const KNOWN_CHAINS_FILE = 'src/domain/chains/known-chains.ts';

/** The most chains of a namespace that a problem lists. */
const MOST_LISTED = 3;

/** What is expected in place of an unknown chain, with those of its namespace where they are few; undefined for a known chain. */
export const findExpectedChain = (chain: Caip2): string | undefined => {
  if (findChainName(chain) !== undefined) return undefined;
  const related = Object.keys(knownChains).filter((known) => known.split(':')[0] === chain.split(':')[0]);
  const listed = related.length > 0 && related.length <= MOST_LISTED;
  const these = related.map((known) => `${known} (${nameOfChain(known)})`).join(' or ');
  return `expected a chain of ${KNOWN_CHAINS_FILE}${listed ? `: ${these}` : ''}, or a new line there`;
};

/** A CAIP identifier in which a network of Concordium may go by its name, as in `ccd:testnet:3kBx…`, with the chain it stands for. */
export const withChainOfName = (identifier: string): string =>
  identifier.replace(/^ccd:(mainnet|testnet)(?=:|$)/, (_, name: 'mainnet' | 'testnet') => chainOfNetwork(name));

const onKnownChain = (schema: z.ZodString, chainOf: (identifier: string) => Caip2): z.ZodString =>
  schema.check((payload) => {
    // What is no identifier at all names no chain.
    const message = payload.issues.length > 0 ? undefined : findExpectedChain(chainOf(payload.value));
    if (message !== undefined) payload.issues.push({ code: 'custom', input: payload.value, message });
  });

/** A known chain (SPEC.md §6.7). Its JSON Schema leaves the chain open. */
export const KnownCaip2 = onKnownChain(Caip2, (chain) => chain);

/** An account or contract on a known chain. */
export const KnownCaip10 = onKnownChain(Caip10, (account) => partsOfCaip10(account).chain);

/** An asset on a known chain. */
export const KnownCaip19 = onKnownChain(Caip19, (asset) => partsOfCaip19(asset).chain);
