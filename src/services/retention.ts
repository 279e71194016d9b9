import type { IntakeStore } from '../storage/intake.ts';
import type { RetentionStore } from '../storage/retention.ts';

const DAY_MS = 86_400_000;
/** How often a process looks whether a day has passed since the last search by any of them. */
const LOOK_MS = 3_600_000;
/** How long the start of the service waits for the first search. */
const START_MS = 2_000;
/** The number of texts that one transaction deletes. */
const DELETED_AT_ONCE = 500;

/** The name of the service in the trail of the inbox. */
const SERVICE = 'the service';

/**
 * Deletes the texts of old requests once a day (SPEC.md §4.7). Several processes may do so at once: each text is deleted,
 * counted and noted by one of them.
 * @param days the age at which a text is deleted.
 */
export const retention = ({
  requests,
  runs,
  days,
  now,
  onDeleted,
  onFailure,
}: {
  requests: IntakeStore;
  runs: RetentionStore;
  days: number;
  now: () => Date;
  onDeleted: (count: number) => void;
  onFailure: (failure: unknown) => void;
}) => {
  let stopping = false;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;

  const eraseOld = async (filter: { before: string; since: string | undefined }): Promise<number> => {
    let deleted = 0;
    let ids: string[] = [];
    const erase = async (): Promise<void> => {
      deleted += await requests.erase(ids, now(), { who: SERVICE, act: 'purged' });
      ids = [];
    };
    for await (const { id } of requests.each({ ...filter, withText: true })) {
      if (stopping) return deleted;
      if (ids.push(id) === DELETED_AT_ONCE) await erase();
    }
    if (ids.length > 0) await erase();
    return deleted;
  };

  /** Deletes what is old, unless that was done within a day. Returns the number of texts that this process deleted. */
  const runOnce = async (): Promise<number> => {
    const at = now().getTime();
    const last = await runs.last();
    if (last && Math.abs(at - Date.parse(last.endedAt)) < DAY_MS) return 0;
    const before = new Date(at - days * DAY_MS).toISOString();
    // What was searched once need not be searched again, unless the clock or the setting went back.
    const since = last && last.doneBefore < before ? last.doneBefore : undefined;
    const deleted = await eraseOld({ before, since });
    if (!stopping) await runs.note({ endedAt: now().toISOString(), doneBefore: before });
    return deleted;
  };

  const look = (): Promise<void> =>
    (running ??= runOnce()
      .then((deleted) => {
        if (deleted > 0) onDeleted(deleted);
      }, onFailure)
      .finally(() => (running = undefined)));

  return {
    runOnce,

    /** Begins the first search, and looks again every hour. Resolves when the first has ended, or after two seconds. */
    async start(): Promise<void> {
      timer = setInterval(() => void look(), LOOK_MS).unref();
      let late: NodeJS.Timeout | undefined;
      await Promise.race([look(), new Promise<void>((resolve) => (late = setTimeout(resolve, START_MS)))]);
      clearTimeout(late);
    },

    /** Ends after the texts that are being deleted. */
    async stop(): Promise<void> {
      stopping = true;
      clearInterval(timer);
      await running;
    },
  };
};
