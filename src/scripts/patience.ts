/** How long an answer is waited for, in milliseconds: longer than the service ever takes for one. */
const PATIENCE_MS = 60_000;

/** A signal that ends a request which nobody answers. @param wait how long it is waited for, in milliseconds */
export const afterPatience = (wait = PATIENCE_MS): AbortSignal => {
  const giveUp = new AbortController();
  setTimeout(() => giveUp.abort(), wait);
  return giveUp.signal;
};
