/** Keeps a text in this tab alone: what was typed into a box, or how a list was filtered. */
export const keepText = (name: string, text: string): void => {
  try {
    sessionStorage.setItem(name, text);
  } catch {
    // Where the storage is switched off or full, nothing is kept.
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
