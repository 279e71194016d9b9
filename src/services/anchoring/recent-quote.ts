import {
  type AnchorChain,
  type ChainProblemCode,
  type ChainQuote,
  isChainProblem,
} from '../../domain/anchors/anchor-chain.ts';

/** How long an answer of the chain, or its silence, is taken as still true. */
const FRESH_MS = 5_000;

/**
 * The chain's quote, asked at most once in five seconds however many ask for it: previews are open
 * to everyone and must not become a way to flood the node. A fault is remembered as long.
 */
export const recentQuote = (chain: AnchorChain, now: () => Date) => {
  let latest: { readonly from: number; readonly answer: Promise<ChainQuote | ChainProblemCode> } | undefined;

  return (): Promise<ChainQuote | ChainProblemCode> => {
    const instant = now().getTime();
    if (latest && Math.abs(instant - latest.from) < FRESH_MS) return latest.answer;
    const answer = chain.quote().catch((fault: unknown) => {
      if (isChainProblem(fault)) return fault.code;
      latest = undefined;
      throw fault;
    });
    latest = { from: instant, answer };
    return answer;
  };
};
