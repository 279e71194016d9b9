/** The key under which a page leaves a document for /verify in the same tab. It stays in the browser. */
const KEY = 'document-to-verify';

/** Leaves a document for /verify. Without storage, it can still be pasted or chosen there. */
export const leaveDocument = (text: string): void => {
  try {
    sessionStorage.setItem(KEY, text);
  } catch {
    // Storage may be switched off or full.
  }
};

/** Takes the document that was left; a second call returns undefined. */
export const takeDocument = (): string | undefined => {
  try {
    const text = sessionStorage.getItem(KEY);
    sessionStorage.removeItem(KEY);
    return text ?? undefined;
  } catch {
    return undefined;
  }
};
