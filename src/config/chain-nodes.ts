import { ConfigError } from './values.ts';

/** A node of a chain (CAIP-2) that observations ask. Its address may hold a key: it is never shown. */
export interface ChainNode {
  readonly chainId: string;
  readonly url: URL;
}

/** How the names of these settings begin. */
const NODE_SETTING = 'OBSERVE_RPC_';
const ACCEPTED = [
  'eip155_<number>',
  'solana_<first 32 characters of the genesis hash>',
  'cosmos_<chain id>',
  'cip34_<network id>_<network magic>',
]
  .map((form) => `${NODE_SETTING}${form}`)
  .join(', ');

/** The forms after the prefix. Names of settings hold no hyphen, so that `_` stands for it in a chain id. */
const FORM =
  /^(eip155_\d{1,32}|solana_[1-9A-HJ-NP-Za-km-z]{32}|cosmos_[A-Za-z0-9]+(?:_[A-Za-z0-9]+)*|cip34_[01]_\d{1,10})$/;

const chainOf = (name: string): string | undefined => {
  const [, namespace, reference] = FORM.test(name) ? (/^([a-z0-9]+)_(.*)$/.exec(name) ?? []) : [];
  return reference === undefined ? undefined : `${namespace}:${reference.replaceAll('_', '-')}`;
};

/** Whether a name is that of a setting of a node, whatever its value. */
export const isNodeSetting = (name: string): boolean =>
  name.startsWith(NODE_SETTING) && FORM.test(name.slice(NODE_SETTING.length));

/**
 * The nodes that the maintainer names for observations, one setting for each chain: `OBSERVE_RPC_eip155_8453`.
 * @throws ConfigError that names every invalid setting with its problem and the accepted form.
 */
export const parseChainNodes = (env: Readonly<Record<string, string | undefined>>): ChainNode[] => {
  const problems: string[] = [];
  const nodes = Object.entries(env).flatMap(([name, value = '']) => {
    if (!name.startsWith(NODE_SETTING) || value === '') return [];
    const chainId = chainOf(name.slice(NODE_SETTING.length));
    if (chainId === undefined) problems.push(`${name} names no chain that is read; accepted: ${ACCEPTED}`);
    if (!/^https?:$/.test(URL.parse(value)?.protocol ?? '')) {
      problems.push(`${name} is not an http address; accepted: https://host/path, or http://host:port/path`);
    }
    return chainId === undefined || problems.length > 0 ? [] : [{ chainId, url: new URL(value) }];
  });
  if (problems.length > 0) throw new ConfigError(problems);
  return nodes;
};
