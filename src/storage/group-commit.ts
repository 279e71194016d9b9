/** A queue whose entries are written together. */
export interface GroupCommit<Entry, Result> {
  /** Resolves after the flush that holds the entry has been committed; rejects when that flush failed. */
  add(entry: Entry): Promise<Result>;
  /** Resolves when nothing waits and no flush runs. */
  drain(): Promise<void>;
}

/**
 * Writes entries that arrive together in one flush: while a flush runs, later entries gather for
 * the next one. Nobody waits for a timer, and everybody waits for the commit of their own entry.
 *
 * @param flush writes and commits all entries or throws; returns their results in the same order.
 * @param most entries of one flush at most.
 */
export const groupCommit = <Entry, Result>(
  flush: (entries: readonly Entry[]) => Promise<readonly Result[]>,
  most: number,
): GroupCommit<Entry, Result> => {
  interface Waiting {
    readonly entry: Entry;
    resolve(result: Result): void;
    reject(failure: unknown): void;
  }
  const waiting: Waiting[] = [];
  let running: Promise<void> | undefined;

  const run = async (): Promise<void> => {
    // One turn of the loop lets all requests of this turn join the first flush.
    await new Promise((turn) => setImmediate(turn));
    while (waiting.length > 0) {
      const batch = waiting.splice(0, most);
      try {
        const results = await flush(batch.map(({ entry }) => entry));
        batch.forEach(({ resolve }, index) => resolve(results[index]!));
      } catch (failure) {
        batch.forEach(({ reject }) => reject(failure));
      }
    }
    running = undefined;
  };

  return {
    add: (entry) =>
      new Promise<Result>((resolve, reject) => {
        waiting.push({ entry, resolve, reject });
        running ??= run();
      }),
    drain: async () => {
      while (running) await running;
    },
  };
};
