/** The key under which a page leaves a document for /verify in the same tab. It stays in the browser. */
const KEY = 'document-to-verify';

/** Leaves a document for /verify. @returns false where storage is switched off or too small; it can be chosen there. */
export const leaveDocument = (text: string): boolean => {
  try {
    sessionStorage.setItem(KEY, text);
    return true;
  } catch {
    return false;
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
