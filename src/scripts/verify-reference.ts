/** What a text names in place of being a document: the address that this service answers it at, or none of it. */
export interface DocumentReference {
  /** Where it is on this service; undefined for an address elsewhere, which a page here cannot ask. */
  readonly address: string | undefined;
  readonly hash?: string;
}

/**
 * What a text in the box of /verify refers to; undefined for a document.
 * @param packs the address below which this service gives evidence packs by receipt hash.
 */
export const findReference = (text: string, packs: string, origin: string): DocumentReference | undefined => {
  const given = text.trim();
  if (/^[0-9a-f]{64}$/i.test(given)) {
    const hash = given.toLowerCase();
    return { address: packs + hash, hash };
  }
  if (!/^https?:\/\/\S+$/i.test(given) || !URL.canParse(given)) return undefined;
  const { href, origin: theirs } = new URL(given);
  return { address: theirs === origin ? href : undefined };
};
