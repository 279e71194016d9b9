import { findChainOf } from '../../domain/chains/caip.ts';
import { findChainName } from '../../domain/chains/known-chains.ts';

/** An identifier whose chain, where it begins with one that is known, is written by its name: `Base 0x…/1`. */
export const withChainName = (identifier: string): string => {
  const chain = findChainOf(identifier) ?? '';
  const name = findChainName(chain);
  return name === undefined ? identifier : `${name} ${identifier.slice(chain.length + 1)}`.trimEnd();
};
