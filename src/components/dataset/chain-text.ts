import { findChainName } from '../../domain/chains/known-chains.ts';

/** An identifier whose chain, where it begins with one that is known, is written by its name: `Base 0x…/1`. */
export const withChainName = (identifier: string): string =>
  identifier.replace(/^([-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32})([:/])/, (start: string, chain: string) => {
    const name = findChainName(chain);
    return name === undefined ? start : `${name} `;
  });
