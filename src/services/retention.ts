import { daysAfter } from '../domain/vocabulary/timestamp.ts';
import type { IntakeStore } from '../storage/intake.ts';

/** How often a process looks for texts that have become too old. */
const LOOK_MS = 3_600_000;
/** The number of texts that one statement deletes. */
const DELETED_AT_ONCE = 500;

/**
 * Deletes the texts of old requests at the start and once an hour (SPEC.md §4.7). Several processes may do so at once: each
 * text is deleted and counted by one of them.
 * @param days the age at which a text is deleted.
 * @param onDeleted is told after each search how many texts this process deleted, if any.
 */
export const retention = ({
  requests,
  days,
  now,
  onDeleted,
  onFailure,
}: {
  requests: Pick<IntakeStore, 'eraseOld'>;
  days: number;
  now: () => Date;
  onDeleted: (count: number) => void;
  onFailure: (failure: unknown) => void;
}) => {
  let stopping = false;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;

  const deleteOld = async (): Promise<void> => {
    const before = daysAfter(now().toISOString(), -days);
    let deleted = 0;
    let last = DELETED_AT_ONCE;
    while (last === DELETED_AT_ONCE && !stopping)
      deleted += last = await requests.eraseOld(before, DELETED_AT_ONCE, now());
    if (deleted > 0) onDeleted(deleted);
  };

  const look = (): Promise<void> =>
    (running ??= deleteOld()
      .catch(onFailure)
      .finally(() => (running = undefined)));

  return {
    /** Begins the first search, and looks again every hour. */
    start(): void {
      void look();
      timer = setInterval(() => void look(), LOOK_MS).unref();
    },

    /** Ends after the texts that are being deleted. */
    async stop(): Promise<void> {
      stopping = true;
      clearInterval(timer);
      await running;
    },
  };
};
