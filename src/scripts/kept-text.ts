/**
 * Keeps a text in this tab alone: what was typed into a box, or how a list was filtered.
 * @returns false where the storage is switched off or full: nothing is kept
 */
export const keepText = (name: string, text: string): boolean => {
  try {
    sessionStorage.setItem(name, text);
    return true;
  } catch {
    return false;
  }
};

/** A text that was kept in this tab; undefined without it. */
export const keptText = (name: string): string | undefined => {
  try {
    return sessionStorage.getItem(name) ?? undefined;
  } catch {
    return undefined;
  }
};
