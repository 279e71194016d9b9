import type { AnchorLedger, LedgerEntry } from '../../domain/anchors/anchor-ledger.ts';
import type { AnchorWorker, Progress } from './worker.ts';

/** Milliseconds between checks, by the result of the last one. */
export interface Pace {
  /** While waiting for the chain. */
  readonly active: number;
  /** The longest wait while a problem persists; the wait doubles up to it. */
  readonly patient: number;
  /** While there is nothing to do. At most the lease, so that a dead process is noticed before its lease ends. */
  readonly idle: number;
  /** The duration of the lease: how long a dead process keeps others waiting. */
  readonly lease: number;
}

const DEFAULT_PACE: Pace = { active: 1_000, patient: 30_000, idle: 30_000, lease: 30_000 };

export interface WatcherParts {
  readonly ledger: AnchorLedger;
  readonly worker: AnchorWorker;
  /** Names this process among those that share the store. */
  readonly holder: string;
  readonly now: () => Date;
  readonly pace?: Pace | undefined;
  readonly onFailure?: ((failure: unknown) => void) | undefined;
}

/**
 * Works on every unsettled anchor until it is settled, including those that other processes left. One
 * process at a time does so, under a lease in the store.
 */
export const anchorWatcher = ({ ledger, worker, holder, now, pace = DEFAULT_PACE, onFailure }: WatcherParts) => {
  let running: Promise<void> | undefined;
  let stopping = false;
  let woken = false;
  let wake: (() => void) | undefined;

  const sleep = (milliseconds: number): Promise<void> =>
    new Promise((resolve) => {
      if (woken || stopping) return resolve();
      const timer = setTimeout(resolve, milliseconds);
      // Watching keeps no process alive: the next process resumes unsettled anchors.
      timer.unref();
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });

  let holding = false;

  const holdLease = async (): Promise<boolean> => {
    const instant = now().getTime();
    return (holding = await ledger.takeLease(holder, instant, instant + pace.lease));
  };

  const dropLease = async (): Promise<void> => {
    if (!holding) return;
    holding = false;
    await ledger.dropLease(holder);
  };

  /** Advances every unsettled anchor once, if this process gets the lease; signed ones first, to free the account. */
  const checkAll = async (): Promise<Progress> => {
    let result: Progress = 'settled';
    const include = (progress: Progress): void => {
      if (progress === 'blocked' || result === 'settled') result = progress;
    };
    const isUnsigned = ({ transactionHash }: LedgerEntry): boolean => transactionHash === null;
    const entries = await ledger.unsettled();
    for (const entry of entries.toSorted((a, b) => Number(isUnsigned(a)) - Number(isUnsigned(b)))) {
      if (stopping || !(await holdLease())) return 'waiting';
      const progress = await worker.advance(entry);
      include(progress);
      // The account is busy or the chain unavailable: the remaining anchors would only wait.
      if (isUnsigned(entry) && progress !== 'settled') break;
    }
    return result;
  };

  const loop = async (): Promise<void> => {
    let wait = pace.active;
    while (!stopping) {
      woken = false;
      let progress: Progress = 'blocked';
      try {
        progress = await checkAll();
        // Another process that has work need not wait for the lease to end.
        if (progress === 'settled') await dropLease();
      } catch (failure) {
        onFailure?.(failure);
      }
      if (progress === 'blocked') wait = Math.min(wait * 2, pace.patient);
      else wait = progress === 'settled' ? pace.idle : pace.active;
      await sleep(wait);
      if (progress === 'settled') wait = pace.active;
    }
    await dropLease().catch((failure: unknown) => onFailure?.(failure));
  };

  return {
    /** Starts watching, unless already started. */
    start(): void {
      running ??= loop();
    },
    /** Ends the current wait. */
    wake(): void {
      woken = true;
      wake?.();
    },
    /** Checks once, for commands; false when another process holds the lease. */
    async checkOnce(): Promise<boolean> {
      if (!(await holdLease())) return false;
      try {
        await checkAll();
        return true;
      } finally {
        await dropLease();
      }
    },
    /** Stops watching after the current move. */
    async stop(): Promise<void> {
      stopping = true;
      wake?.();
      await running;
    },
  };
};
