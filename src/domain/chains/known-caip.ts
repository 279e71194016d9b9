import type { z } from 'zod';
import { Caip2, Caip10, Caip19, partsOfCaip10, partsOfCaip19 } from './caip.ts';
import { findChainName, findNearestChain, nameOfChain } from './known-chains.ts';

/** Where a chain becomes known. */
const KNOWN_CHAINS_FILE = 'src/domain/chains/known-chains.ts';

/** What is expected in place of an unknown chain, with the nearest one; undefined for a known chain. */
export const findExpectedChain = (chain: Caip2): string | undefined => {
  if (findChainName(chain) !== undefined) return undefined;
  const nearest = findNearestChain(chain);
  return `expected a chain of ${KNOWN_CHAINS_FILE}, for instance the nearest one, "${nearest}" (${nameOfChain(nearest)}), or a new line there`;
};

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
