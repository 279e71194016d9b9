/**
 * Looks up many keys with few statements: keys that are asked for while a statement runs share the
 * next one. A look-up never joins a statement that began before it, so it sees every earlier write.
 * @param load the values of these distinct keys; a key without a value is left out.
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
      // After this turn, so that those who ask in it are in the first statement.
      queueMicrotask(() => void run());
    }
    return asked.promise;
  };
};
