/** The key under which a page leaves a document for /verify in the same tab. It stays in the browser. */
const KEY = 'document-to-verify';

/** Leaves a document for /verify. Where storage is refused, the person can still paste or choose it. */
export const leaveDocument = (text: string): void => {
  try {
    sessionStorage.setItem(KEY, text);
  } catch {
    // Storage may be switched off or full.
  }
};

/** The document that was left; it can be taken only once. */
export const takeDocument = (): string | undefined => {
  try {
    const text = sessionStorage.getItem(KEY);
    sessionStorage.removeItem(KEY);
    return text ?? undefined;
  } catch {
    return undefined;
  }
};
