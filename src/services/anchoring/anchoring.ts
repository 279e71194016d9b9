import type { Config } from '../../config.ts';
import type { AnchorChain, ChainQuote } from '../../domain/anchors/anchor-chain.ts';
import type { AnchorLedger, LedgerEntry } from '../../domain/anchors/anchor-ledger.ts';
import {
  type AnchorManifest,
  type AnchorPreview,
  type AnchorSettings,
  buildAnchorManifest,
  buildAnchorPreview,
  type ClaimQuestion,
  gateRefusals,
  MAX_CHAIN_SPEND_MICROCCD,
  planClaim,
  type RefusalCode,
  refusalError,
  refusals,
} from '../../domain/anchors/anchor-plan.ts';
import { type AnchorRecord, buildAnchorRecord } from '../../domain/anchors/anchor-record.ts';
import {
  type ChainFailure,
  type ChainFailureCode,
  isChainFailure,
  isTaken,
} from '../../domain/anchors/anchor-state.ts';
import { networkOfSetting } from '../../domain/chains/network.ts';
import type { Sha256Hex } from '../../domain/json/sha256.ts';
import { causeOf, ServiceError } from '../../domain/vocabulary/errors.ts';
import { anchorWatcher, type Pace } from './watcher.ts';
import { anchorWorker, type Step } from './worker.ts';

/** The settings of anchoring, without secrets: only whether a token and a wallet are set. */
export const anchoringSettings = (config: Config) => ({
  network: networkOfSetting(config.concordiumNetwork),
  walletConfigured: config.concordiumWalletFile !== undefined,
  adminTokenSet: config.adminTokenSha256 !== undefined,
  liveAllowed: config.allowLiveRegisterdata,
  siteUrl: config.siteUrl,
});

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

/** Milliseconds between two reads of the store while a caller waits. */
const POLL_MS = 100;

export interface AnchoringParts extends Omit<AnchorSettings, 'nodeConfigured'> {
  readonly ledger: AnchorLedger;
  /** Undefined when no node is configured. */
  readonly chain: AnchorChain | undefined;
  /** For previews; without it no file is looked at. */
  readonly unusableFiles?: UnusableFiles;
  readonly siteUrl: string;
  /** A random name of this process among those that share the store. */
  readonly holder: string;
  readonly now: () => Date;
  readonly pace?: Pace;
  readonly onStep?: ((step: Step) => void | Promise<void>) | undefined;
  /** Receives every event of an anchor and every failure, never a secret. */
  readonly log?: ((event: string, facts: Readonly<Record<string, string | null>>) => void) | undefined;
}

/** The result of a call to anchor-live: status 202, 201 or 200 (SPEC.md §10.5). */
export interface AnchorAnswer {
  readonly outcome: 'accepted' | 'finalized' | 'known';
  readonly record: AnchorRecord;
}

/** @param detail what exactly is wrong; the caller is the administrator. */
const refuse = (refusal: RefusalCode, detail?: string): ServiceError => {
  const code = refusalError(refusal);
  const retryAfterSeconds = code === 'chain_unavailable' || code === 'chain_not_configured' ? 30 : undefined;
  return new ServiceError(
    code,
    `${[refusals[refusal], detail].filter(Boolean).join(' ')} Nothing was spent or stored.`,
    {
      retryAfterSeconds,
      members: { reason: refusal },
    },
  );
};

/** Previews, live anchoring, look-ups, the manifest, and the watcher that settles anchors. */
export const anchoring = (parts: AnchoringParts) => {
  const { ledger, chain, network, now, siteUrl } = parts;
  const { unusableFiles = () => Promise.resolve([]) } = parts;
  const quote = recentQuote(chain, unusableFiles, now, (detail) => parts.log?.('chain_not_usable', { detail }));
  const watcher =
    chain &&
    anchorWatcher({
      ledger,
      worker: anchorWorker({
        ledger,
        chain,
        liveAllowed: parts.liveAllowed,
        now,
        onStep: parts.onStep,
        log: parts.log,
      }),
      holder: parts.holder,
      now,
      pace: parts.pace,
      onFailure: (failure) => {
        const cause = causeOf(failure);
        parts.log?.('anchor_watch_failed', { failure: cause instanceof Error ? cause.message : 'unknown' });
      },
    });

  const settings: AnchorSettings = {
    network,
    adminTokenSet: parts.adminTokenSet,
    liveAllowed: parts.liveAllowed,
    nodeConfigured: chain !== undefined,
    walletConfigured: parts.walletConfigured,
  };

  const buildQuestion = async (): Promise<ClaimQuestion & RecentQuote> => ({
    ...(await quote()),
    totals: await ledger.totals(),
    now: now(),
  });

  const waitForEnd = async (receiptHash: Sha256Hex, milliseconds: number): Promise<LedgerEntry> => {
    const polls = Math.ceil(milliseconds / POLL_MS);
    for (let poll = 0; ; poll += 1) {
      const entry = (await ledger.find(receiptHash))!;
      if (entry.settledAt !== null || poll >= polls) return entry;
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
  };

  return {
    /** What anchoring the hash would do and cost, and whether it is possible. Spends and stores nothing. */
    async preview(receiptHash: Sha256Hex): Promise<AnchorPreview> {
      const asked = { ...settings, receiptHash, known: await ledger.find(receiptHash), ...(await buildQuestion()) };
      return buildAnchorPreview(asked, siteUrl);
    },

    /**
     * Anchors the hash, at most once ever. The caller has checked the token (SPEC.md §10.5).
     * @param waitMs how long to wait for the settlement; 0 returns once hash and money are claimed.
     * @throws ServiceError live_anchoring_disabled, chain_not_configured, chain_unavailable or
     *   budget_exhausted; then nothing was spent or stored.
     */
    async anchor(receiptHash: Sha256Hex, waitMs = 0): Promise<AnchorAnswer> {
      // The caller has checked the token, so a token is configured.
      const [closed] = gateRefusals({ ...settings, adminTokenSet: true });
      if (closed !== undefined || !watcher) throw refuse(closed ?? 'chain_not_configured');
      const answer = async (outcome: 'accepted' | 'known'): Promise<AnchorAnswer> => {
        watcher.start();
        watcher.wake();
        const entry = await waitForEnd(receiptHash, waitMs);
        return {
          outcome: outcome === 'accepted' && entry.state === 'finalized' ? 'finalized' : outcome,
          record: buildAnchorRecord(entry),
        };
      };
      const isKnown = async (): Promise<boolean> => {
        const known = await ledger.find(receiptHash);
        return known !== undefined && isTaken(known);
      };
      if (await isKnown()) return answer('known');
      const asked = await buildQuestion();
      const { estimate, chainRefusals, moneyRefusals } = planClaim(asked);
      if (!estimate || chainRefusals[0] !== undefined)
        throw refuse(chainRefusals[0] ?? 'node_unavailable', asked.detail);
      if (moneyRefusals[0] !== undefined) {
        // A concurrent call for the same hash may be what took the money.
        if (await isKnown()) return answer('known');
        throw refuse(moneyRefusals[0]);
      }
      await parts.onStep?.('before-claim');
      const claimed = await ledger.claim({ receiptHash, estimate, at: now().toISOString() }, MAX_CHAIN_SPEND_MICROCCD);
      if (claimed === 'budget_exhausted') throw refuse('budget_exhausted');
      if (claimed === 'known') return answer('known');
      parts.log?.('anchor_claimed', {
        receipt_hash: receiptHash,
        reserved_microccd: String(estimate.reservedMicroCcd),
      });
      await parts.onStep?.('after-claim');
      return answer('accepted');
    },

    /** The record of a hash, or undefined. */
    async find(receiptHash: Sha256Hex): Promise<AnchorRecord | undefined> {
      const entry = await ledger.find(receiptHash);
      return entry && buildAnchorRecord(entry);
    },

    /** The records of the anchors that were stored last, newest first. */
    async newest(limit: number): Promise<AnchorRecord[]> {
      return (await ledger.list({ limit })).map(buildAnchorRecord);
    },

    /** The time of the last finalized block; undefined when there is no node or it does not answer. */
    async chainTime(): Promise<Date | undefined> {
      const recent = await quote();
      return typeof recent.quote === 'object' ? new Date(recent.quote.at) : undefined;
    },

    /** When the oldest anchor was claimed that is not settled; undefined while every one is. */
    async oldestWaiting(): Promise<Date | undefined> {
      const [oldest] = (await ledger.unsettled()).map(({ claimedAt }) => claimedAt).toSorted();
      return oldest === undefined ? undefined : new Date(oldest);
    },

    async manifest(): Promise<AnchorManifest> {
      return buildAnchorManifest({
        totals: await ledger.totals(),
        byState: await ledger.countByState(),
        network,
        liveAllowed: parts.liveAllowed,
        chainConfigured: chain !== undefined && parts.walletConfigured,
        siteUrl,
      });
    },

    /**
     * Starts watching: takes up the anchors that an earlier process left unsettled, and those of other processes
     * that die later. While there are none, it costs one query every half minute.
     */
    resume(): void {
      watcher?.start();
    },

    /** Checks every unsettled anchor once; false when another process does so or no node is configured. */
    reconcile: async (): Promise<boolean> => (await watcher?.checkOnce()) ?? false,

    /** Stops watching after the current move. The next process resumes unsettled anchors. */
    async stop(): Promise<void> {
      await watcher?.stop();
    },
  };
};

export type Anchoring = ReturnType<typeof anchoring>;
