import type { AnchorChain, ChainQuote } from '../../domain/anchors/anchor-chain.ts';
import { type ChainFailureCode, isChainFailure } from '../../domain/anchors/chain-failure.ts';

/** How long a quote or a failure is reused. */
const FRESH_MS = 5_000;

/**
 * The quote of the chain, requested at most once in five seconds, so that public previews cannot flood
 * the node. A failure is reused for the same time.
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
