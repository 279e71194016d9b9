/** A queue that writes its entries in groups. */
export interface GroupCommit<Entry, Result> {
  /** Resolves when the entry is committed; rejects when its flush fails. */
  add(entry: Entry): Promise<Result>;
  /** Resolves when the queue is empty and no flush is running. */
  drain(): Promise<void>;
}

/**
 * Writes entries that arrive together in one flush; entries that arrive during a flush form the next
 * one. There is no timer, and every caller waits for the commit of its own entry.
 * @param flush writes and commits all entries or throws; returns their results in the same order.
 * @param most maximum number of entries in one flush.
 */
export const groupCommit = <Entry, Result>(
  flush: (entries: readonly Entry[]) => Promise<readonly Result[]>,
  most: number,
): GroupCommit<Entry, Result> => {
  const waiting: ({ readonly entry: Entry } & PromiseWithResolvers<Result>)[] = [];
  let running: Promise<void> | undefined;

  const run = async (): Promise<void> => {
    // Lets all requests of this turn of the loop join the first flush.
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
    add: (entry) => {
      const added = { entry, ...Promise.withResolvers<Result>() };
      waiting.push(added);
      running ??= run();
      return added.promise;
    },
    drain: async () => {
      while (running) await running;
    },
  };
};
