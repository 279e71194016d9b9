import type { AnchorChain, ChainQuote } from '../../domain/anchors/anchor-chain.ts';
import { type ChainFailure, type ChainFailureCode, isChainFailure } from '../../domain/anchors/chain-failure.ts';

/** How long a quote or a failure is reused. */
const FRESH_MS = 5_000;

/** The answer of the chain or why there is none, and what exactly is wrong with the node or the wallet, if anything. */
export interface RecentQuote {
  /** Undefined when no chain is configured. */
  readonly quote: ChainQuote | ChainFailureCode | undefined;
  readonly detail?: string | undefined;
  /** What is wrong with the files of headers and of the wallet, looked at where the chain did not say that it can be paid. */
  readonly fileRefusals?: readonly ChainFailureCode[];
}

/** Finds what is wrong with the files that the settings name, without the chain. */
export type UnusableFiles = () => Promise<readonly ChainFailure[]>;

const asRecent = (quote: ChainQuote): RecentQuote =>
  quote.account.usable ? { quote } : { quote, detail: quote.account.detail };

/**
 * The quote of the chain, requested at most once in five seconds, so that public previews cannot flood
 * the node. A failure is reused for the same time. A node that is away hides nothing that is wrong on this machine.
 * @param onProblem gets each detail once, until another follows or the problem is gone.
 */
export const recentQuote = (
  chain: AnchorChain | undefined,
  unusableFiles: UnusableFiles,
  now: () => Date,
  onProblem: (detail: string) => void,
) => {
  let latest: { readonly from: number; readonly answer: Promise<RecentQuote> } | undefined;
  let said: string | undefined;

  const note = (recent: RecentQuote): RecentQuote => {
    if (recent.detail !== undefined && recent.detail !== said) onProblem(recent.detail);
    said = recent.detail;
    return recent;
  };

  const ask = async (): Promise<RecentQuote> => {
    try {
      return chain === undefined ? { quote: undefined } : asRecent(await chain.quote());
    } catch (failure) {
      if (isChainFailure(failure)) return { quote: failure.code, detail: failure.detail };
      throw failure;
    }
  };

  const askAll = async (): Promise<RecentQuote> => {
    const recent = await ask();
    if (typeof recent.quote === 'object' && recent.quote.account.usable) return recent;
    return { ...recent, fileRefusals: (await unusableFiles()).map(({ code }) => code) };
  };

  return (): Promise<RecentQuote> => {
    const instant = now().getTime();
    if (latest && Math.abs(instant - latest.from) < FRESH_MS) return latest.answer;
    const answer = askAll().then(note, (failure: unknown) => {
      latest = undefined;
      throw failure;
    });
    latest = { from: instant, answer };
    return answer;
  };
};
