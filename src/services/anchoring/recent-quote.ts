import type { AnchorChain, ChainQuote } from '../../domain/anchors/anchor-chain.ts';
import { type ChainFailureCode, isChainFailure } from '../../domain/anchors/chain-failure.ts';

/** How long a quote or a failure is reused. */
const FRESH_MS = 5_000;

/** The answer of the chain or why there is none, and what exactly is wrong with the node or the wallet, if anything. */
export interface RecentQuote {
  readonly quote: ChainQuote | ChainFailureCode;
  readonly detail?: string | undefined;
}

const asRecent = (quote: ChainQuote): RecentQuote =>
  quote.account.usable ? { quote } : { quote, detail: quote.account.detail };

/**
 * The quote of the chain, requested at most once in five seconds, so that public previews cannot flood
 * the node. A failure is reused for the same time.
 * @param onProblem gets each detail once, until another follows or the problem is gone.
 */
export const recentQuote = (chain: AnchorChain, now: () => Date, onProblem: (detail: string) => void) => {
  let latest: { readonly from: number; readonly answer: Promise<RecentQuote> } | undefined;
  let said: string | undefined;

  const note = (recent: RecentQuote): RecentQuote => {
    if (recent.detail !== undefined && recent.detail !== said) onProblem(recent.detail);
    said = recent.detail;
    return recent;
  };

  return (): Promise<RecentQuote> => {
    const instant = now().getTime();
    if (latest && Math.abs(instant - latest.from) < FRESH_MS) return latest.answer;
    const answer = chain
      .quote()
      .then(asRecent, (failure: unknown): RecentQuote => {
        if (isChainFailure(failure)) return { quote: failure.code, detail: failure.detail };
        latest = undefined;
        throw failure;
      })
      .then(note);
    latest = { from: instant, answer };
    return answer;
  };
};
