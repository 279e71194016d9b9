import { ConfigError } from './values.ts';

const PREFIX = 'OBSERVE_RPC_';
const SETTING = /^OBSERVE_RPC_eip155_(\d{1,32})$/;

/**
 * The nodes that the maintainer names for observations, one setting for each chain: `OBSERVE_RPC_eip155_8453`.
 * @throws ConfigError that names every invalid setting with its problem and the accepted form.
 */
export const parseChainNodes = (env: Readonly<Record<string, string | undefined>>): { chainId: string; url: URL }[] => {
  const set = Object.entries(env).flatMap(([name, value]) =>
    name.startsWith(PREFIX) && value ? [{ name, number: SETTING.exec(name)?.[1], url: URL.parse(value) }] : [],
  );
  const problems = set.flatMap(({ name, number, url }) => [
    ...(number === undefined ? [`${name} names no chain that is read; accepted: ${PREFIX}eip155_<number>`] : []),
    ...(/^https?:$/.test(url?.protocol ?? '')
      ? []
      : [`${name} is not an http address; accepted: https://host/path, or http://host:port/path`]),
  ]);
  if (problems.length > 0) throw new ConfigError(problems);
  return set.map(({ number, url }) => ({ chainId: `eip155:${number}`, url: url! }));
};
