import type { Config } from '../../config.ts';
import type { AnchorChain, ChainQuote } from '../../domain/anchors/anchor-chain.ts';
import { checkAnchor } from '../../domain/anchors/anchor-check.ts';
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
import type { ImportedAnchor } from '../../domain/anchors/anchor-request.ts';
import {
  type ChainFailure,
  type ChainFailureCode,
  isChainFailure,
  isTaken,
} from '../../domain/anchors/anchor-state.ts';
import { genesisOfNetwork, networkOfSetting } from '../../domain/chains/network.ts';
import type { Sha256Hex } from '../../domain/json/sha256.ts';
import { causeOf, ServiceError } from '../../domain/vocabulary/errors.ts';
import { anchorWatcher, type Pace } from './watcher.ts';
import { anchorWorker, proveAbsence, type Step } from './worker.ts';

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
interface RecentQuote {
  /** Undefined when no chain is configured. */
  readonly quote: ChainQuote | ChainFailureCode | undefined;
  readonly detail?: string | undefined;
  /** What is wrong with the files of headers and of the wallet, looked at where the chain did not say that it can be paid. */
  readonly fileRefusals?: readonly ChainFailureCode[];
}

/** Finds what is wrong with the files that the settings name, without the chain. */
type UnusableFiles = () => Promise<readonly ChainFailure[]>;

/**
 * The quote of the chain, requested at most once in five seconds, so that public previews cannot flood
 * the node. A failure is reused for the same time. A node that is away hides nothing that is wrong on this machine.
 * @param onProblem gets each detail once, until another follows or the problem is gone.
 */
const recentQuote = (
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
    let recent: RecentQuote;
    try {
      const answer = await chain?.quote();
      const account = answer?.account;
      if (account?.usable) return { quote: answer };
      recent = { quote: answer, detail: account?.detail };
    } catch (failure) {
      if (!isChainFailure(failure)) throw failure;
      recent = { quote: failure.code, detail: failure.detail };
    }
    return { ...recent, fileRefusals: (await unusableFiles()).map(({ code }) => code) };
  };

  return (): Promise<RecentQuote> => {
    const instant = now().getTime();
    if (latest && Math.abs(instant - latest.from) < FRESH_MS) return latest.answer;
    const answer = ask().then(note, (failure: unknown) => {
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
      ...parts,
      worker: anchorWorker({ ...parts, chain }),
      onFailure: (failure) => {
        const cause = causeOf(failure);
        parts.log?.('anchor_watch_failed', { failure: cause instanceof Error ? cause.message : 'unknown' });
      },
    });

  const settings: AnchorSettings = { ...parts, nodeConfigured: chain !== undefined };

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
      const { estimate, found } = planClaim(asked);
      if (!estimate || found[0] !== undefined) {
        // A concurrent call for the same hash may be what took the money.
        if (await isKnown()) return answer('known');
        throw refuse(found[0] ?? 'node_unavailable', asked.detail);
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

    /**
     * Claims an expired hash anew, for the operator's command only (SPEC.md §10.8): its signed transaction must be proven
     * absent at this moment. The history keeps the earlier transaction. Signs nothing: the watcher does.
     * @returns the proof that the earlier transaction can enter no block, or the reason why nothing was done
     * @throws ChainFailure when the chain cannot be asked.
     */
    async again(receiptHash: Sha256Hex): Promise<{ readonly proof: string } | { readonly refusal: string }> {
      // The command needs access to the store itself, which the token does not guard.
      const [closed] = gateRefusals({ ...settings, adminTokenSet: true });
      if (closed !== undefined || !chain) return { refusal: refusals[closed ?? 'chain_not_configured'] };
      const entry = await ledger.find(receiptHash);
      if (entry?.origin !== 'this_service') return { refusal: 'This service has no anchor of this hash.' };
      const { transactionHash } = entry;
      if (entry.state !== 'expired')
        return { refusal: `The anchor is ${entry.state}. Only an expired one can be claimed again.` };
      if (transactionHash === null)
        return { refusal: 'Nothing was ever signed for this hash: call anchor-live again.' };

      const absence = await proveAbsence(chain, entry);
      if (absence.kind === 'finalized')
        return { refusal: `The chain has the transaction, in finalized block ${absence.outcome.blockHash}.` };
      if (absence.kind === 'open')
        return { refusal: 'This node does not prove that the transaction can enter no block. Try again later.' };
      const { estimate, found } = planClaim(await buildQuestion());
      if (!estimate || found[0] !== undefined) return { refusal: refusals[found[0] ?? 'node_unavailable'] };
      const { proof } = absence;
      const claim = { receiptHash, estimate, at: now().toISOString(), replaces: { transactionHash, proof } };
      const claimed = await ledger.claim(claim, MAX_CHAIN_SPEND_MICROCCD);
      if (claimed === 'budget_exhausted') return { refusal: refusals.budget_exhausted };
      return claimed === 'known' ? { refusal: 'Another command claimed it at the same time.' } : { proof };
    },

    /**
     * Stores an anchor made elsewhere on the network of the node, if the node shows it in a finalized block (SPEC.md §10.11).
     * @throws ChainFailure when the node cannot be asked, ServiceError chain_not_configured without one.
     */
    async importAnchor({
      receipt_hash_sha256: receiptHash,
      network: stated,
      transaction_hash: transactionHash,
    }: ImportedAnchor): Promise<{ readonly outcome: 'imported' | 'known' | 'refused'; readonly reason: string }> {
      if (!chain) throw refuse('chain_not_configured');
      const genesisBlock = genesisOfNetwork(stated);
      if (network.genesisBlock !== genesisBlock)
        return { outcome: 'refused', reason: `it is on ${stated}, the node on ${network.name}` };
      const status = await chain.status(transactionHash);
      // The network check of a simulation is unverified, which does not prevent an import.
      const failed = checkAnchor({ receiptHash, transactionHash, genesisBlock }, { genesisBlock, status })
        .filter(({ result }) => result === 'fail')
        .map(({ id, reason }) => `check failed: ${id} (${reason})`);
      if (failed.length > 0) return { outcome: 'refused', reason: failed.join('; ') };
      if (status.kind !== 'finalized')
        return { outcome: 'refused', reason: `the transaction is ${status.kind}, not yet finalized` };
      return (await ledger.importAnchor(receiptHash, status.outcome, now().toISOString()))
        ? { outcome: 'imported', reason: `found in finalized block ${status.outcome.blockHash}` }
        : { outcome: 'known', reason: 'a record of this hash already exists and is unchanged' };
    },

    /** The record of a hash, or undefined. */
    async find(receiptHash: Sha256Hex): Promise<AnchorRecord | undefined> {
      const entry = await ledger.find(receiptHash);
      return entry && buildAnchorRecord(entry);
    },

    /** The records of those of the hashes that have one, by hash. */
    async findAll(receiptHashes: readonly Sha256Hex[]): Promise<ReadonlyMap<string, AnchorRecord>> {
      const records = (await ledger.findAll(receiptHashes)).map(buildAnchorRecord);
      return new Map(records.map((record) => [record.receipt_hash_sha256, record]));
    },

    /** The records of the anchors that were stored last, newest first. */
    async newest(limit: number): Promise<AnchorRecord[]> {
      return (await ledger.list(limit)).map(buildAnchorRecord);
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
