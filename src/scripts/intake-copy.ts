/** The key under which the form leaves what was sent for the page of its receipt, in the same tab. */
const KEY = 'intake-copy';

/** A request as it was sent, and the receipt of it as it was answered: the content of the file. */
export interface IntakeCopy {
  readonly request: object;
  readonly receipt: { readonly id: string };
}

/** Leaves the copy for the page of the receipt. Without storage, that page offers no file. */
export const leaveCopy = (copy: IntakeCopy): void => {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(copy));
  } catch {
    // Storage may be switched off or full.
  }
};

/** Takes the copy that was left for this receipt. It is gone from the storage then, so that nobody finds it there later. */
export const takeCopy = (id: string): IntakeCopy | undefined => {
  try {
    const copy = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as IntakeCopy | null;
    sessionStorage.removeItem(KEY);
    return copy?.receipt.id === id ? copy : undefined;
  } catch {
    return undefined;
  }
};
