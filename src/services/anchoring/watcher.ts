import type { AnchorLedger } from '../../domain/anchors/anchor-ledger.ts';
import type { AnchorWorker, Progress } from './worker.ts';

/** Milliseconds between looks, by what the last one found. */
export interface Pace {
  /** While the chain is expected to move. */
  readonly active: number;
  /** Longest wait while something is in the way; the wait doubles up to it. */
  readonly patient: number;
  /** While there is nothing to do: another process may have left something. */
  readonly idle: number;
  /** How long the lease of a process that died keeps others waiting. */
  readonly lease: number;
}

export const USUAL_PACE: Pace = { active: 1_000, patient: 30_000, idle: 30_000, lease: 30_000 };

export interface WatcherParts {
  readonly ledger: AnchorLedger;
  readonly worker: AnchorWorker;
  /** Names this process among those that share the store. */
  readonly holder: string;
  readonly now: () => Date;
  readonly pace?: Pace;
  readonly onFailure?: ((failure: unknown) => void) | undefined;
}

/**
 * Looks after every anchor that is not settled, until it is: also those that an earlier process or
 * another one left behind. One process at a time does so, under a lease in the store.
 */
export const anchorWatcher = ({ ledger, worker, holder, now, pace = USUAL_PACE, onFailure }: WatcherParts) => {
  let running: Promise<void> | undefined;
  let stopping = false;
  let woken = false;
  let wake: (() => void) | undefined;

  const sleep = (milliseconds: number): Promise<void> =>
    new Promise((resolve) => {
      if (woken || stopping) return resolve();
      const timer = setTimeout(resolve, milliseconds);
      // Watching alone keeps no process alive: what is not settled is taken up by the next one.
      timer.unref();
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });

  const holdLease = (): Promise<boolean> => {
    const instant = now().getTime();
    return ledger.takeLease(holder, instant, instant + pace.lease);
  };

  /** One look at everything unsettled. What is signed goes first, so that the account becomes free. */
  const look = async (): Promise<Progress> => {
    let result: Progress = 'settled';
    const worse = (progress: Progress): void => {
      if (progress === 'blocked' || result === 'settled') result = progress;
    };
    const entries = await ledger.unsettled();
    for (const entry of entries.filter(({ transactionHash }) => transactionHash !== null)) {
      if (stopping || !(await holdLease())) return 'waiting';
      worse(await worker.advance(entry));
    }
    for (const entry of entries.filter(({ transactionHash }) => transactionHash === null)) {
      if (stopping || !(await holdLease())) return 'waiting';
      const progress = await worker.advance(entry);
      worse(progress);
      // The account is taken now, or the chain is not there: those behind would only wait.
      if (progress !== 'settled') break;
    }
    return result;
  };

  const loop = async (): Promise<void> => {
    let wait = pace.active;
    while (!stopping) {
      woken = false;
      let progress: Progress = 'blocked';
      try {
        progress = (await holdLease()) ? await look() : 'waiting';
      } catch (failure) {
        onFailure?.(failure);
      }
      if (progress === 'blocked') wait = Math.min(wait * 2, pace.patient);
      else wait = progress === 'settled' ? pace.idle : pace.active;
      await sleep(wait);
      if (progress === 'settled') wait = pace.active;
    }
    await ledger.dropLease(holder).catch((failure: unknown) => onFailure?.(failure));
  };

  return {
    /** Begins to watch; does nothing when it does already. */
    start(): void {
      running ??= loop();
    },
    /** Looks now instead of at the next time. */
    wake(): void {
      woken = true;
      wake?.();
    },
    /** One look, for commands: false when another process holds the lease. */
    async lookOnce(): Promise<boolean> {
      if (!(await holdLease())) return false;
      try {
        await look();
        return true;
      } finally {
        await ledger.dropLease(holder);
      }
    },
    /** Ends watching after the move under way. */
    async stop(): Promise<void> {
      stopping = true;
      wake?.();
      await running;
    },
  };
};

export type AnchorWatcher = ReturnType<typeof anchorWatcher>;
