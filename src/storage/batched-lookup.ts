/**
 * Looks up many keys in few statements: keys requested while a statement runs share the next one. A
 * look-up never joins a statement that is already running, so it sees every earlier write.
 * @param load returns the values of these distinct keys, without keys that have none.
 * @param most maximum number of keys in one statement.
 */
export const batchedLookup = <Value>(
  load: (keys: readonly string[]) => Promise<ReadonlyMap<string, Value>>,
  most: number,
) => {
  let waiting = new Map<string, PromiseWithResolvers<Value | undefined>>();
  let running = false;

  const run = async (): Promise<void> => {
    while (waiting.size > 0) {
      const batch = [...waiting].slice(0, most);
      waiting = new Map([...waiting].slice(most));
      try {
        const found = await load(batch.map(([key]) => key));
        for (const [key, { resolve }] of batch) resolve(found.get(key));
      } catch (failure) {
        for (const [, { reject }] of batch) reject(failure);
      }
    }
    running = false;
  };

  return (key: string): Promise<Value | undefined> => {
    let asked = waiting.get(key);
    if (asked === undefined) waiting.set(key, (asked = Promise.withResolvers()));
    if (!running) {
      running = true;
      // Runs after this turn of the loop, so that all look-ups of the turn share the first statement.
      queueMicrotask(() => void run());
    }
    return asked.promise;
  };
};
