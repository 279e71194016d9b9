import { ConfigError } from './config-error.ts';

/** A node of a chain (CAIP-2) that observations ask. Its address may hold a key: it is never shown. */
export interface ChainNode {
  readonly chainId: string;
  readonly url: URL;
}

const NODE_SETTING = 'OBSERVE_RPC_';
const ACCEPTED = `${NODE_SETTING}eip155_<number>, or ${NODE_SETTING}solana_<first 32 characters of the genesis hash>`;

/**
 * The nodes that the maintainer names for observations, one setting for each chain: `OBSERVE_RPC_eip155_8453`.
 * @throws ConfigError that names every invalid setting with its problem and the accepted form.
 */
export const parseChainNodes = (env: Readonly<Record<string, string | undefined>>): ChainNode[] => {
  const problems: string[] = [];
  const nodes = Object.entries(env).flatMap(([name, value = '']) => {
    if (!name.startsWith(NODE_SETTING) || value === '') return [];
    const named = /^(eip155_\d{1,32}|solana_[1-9A-HJ-NP-Za-km-z]{32})$/.exec(name.slice(NODE_SETTING.length));
    const chainId = named?.[0].replace('_', ':');
    if (chainId === undefined) problems.push(`${name} names no chain that is read; accepted: ${ACCEPTED}`);
    if (!/^https?:$/.test(URL.parse(value)?.protocol ?? '')) {
      problems.push(`${name} is not an http address; accepted: https://host/path, or http://host:port/path`);
    }
    return chainId === undefined || problems.length > 0 ? [] : [{ chainId, url: new URL(value) }];
  });
  if (problems.length > 0) throw new ConfigError(problems);
  return nodes;
};
