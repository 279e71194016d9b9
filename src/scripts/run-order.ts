/** The key under which the page of an order leaves it for the runner in the same tab. It stays in the browser. */
const KEY = 'order-to-run';

/** The member of the query that asks the runner for the order that was left. */
export const OWN_ORDER = 'order';

/** Leaves an order for the runner, as JSON. Where the storage is switched off or full, the sample runs instead. */
export const leaveOrder = (order: string): void => {
  try {
    sessionStorage.setItem(KEY, order);
  } catch {
    // The runner says which order it runs.
  }
};

/** The order that was left; undefined without one. It stays, so that the page can be loaded again. */
export const leftOrder = (): object | undefined => {
  try {
    const order: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? 'null');
    return typeof order === 'object' && order !== null ? order : undefined;
  } catch {
    return undefined;
  }
};
