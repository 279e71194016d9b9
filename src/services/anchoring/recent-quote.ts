import type { AnchorChain, ChainQuote } from '../../domain/anchors/anchor-chain.ts';
import { type ChainFailureCode, isChainFailure } from '../../domain/anchors/chain-failure.ts';

/** How long an answer of the chain, or its silence, is taken as still true. */
const FRESH_MS = 5_000;

/**
 * The chain's quote, asked at most once in five seconds however many ask for it: previews are open
 * to everyone and must not become a way to flood the node. A failure is remembered as long.
 */
export const recentQuote = (chain: AnchorChain, now: () => Date) => {
  let latest: { readonly from: number; readonly answer: Promise<ChainQuote | ChainFailureCode> } | undefined;

  return (): Promise<ChainQuote | ChainFailureCode> => {
    const instant = now().getTime();
    if (latest && Math.abs(instant - latest.from) < FRESH_MS) return latest.answer;
    const answer = chain.quote().catch((failure: unknown) => {
      if (isChainFailure(failure)) return failure.code;
      latest = undefined;
      throw failure;
    });
    latest = { from: instant, answer };
    return answer;
  };
};
