/** Where a page leaves a document for the page /verify of the same tab. It stays in the browser. */
const KEY = 'document-to-verify';

/** Leaves a document for /verify. Where storage is refused, the person can still paste or choose it. */
export const leaveDocument = (text: string): void => {
  try {
    sessionStorage.setItem(KEY, text);
  } catch {
    // Storage may be switched off or full.
  }
};

/** The document that was left, which is taken away by this. */
export const takeDocument = (): string | undefined => {
  try {
    const text = sessionStorage.getItem(KEY);
    sessionStorage.removeItem(KEY);
    return text ?? undefined;
  } catch {
    return undefined;
  }
};
