/** Longer names are found by their parts alone: addresses with their chain, file paths. */
const JOINED_MAX = 40;

/** The runs of a text between spaces, in lower case and without accents. */
const runsOf = (text: string): string[] => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase().split(/\s+/);

/** The groups of letters and digits of a run. */
const partsOf = (run: string): readonly string[] => run.match(/[\p{L}\p{N}]+/gu) ?? [];

/** The parts of a name that hyphens, dots or colons divide, as one word; undefined for a single or a long one. */
const joinedOf = (parts: readonly string[]): string | undefined => {
  const joined = parts.join('');
  return parts.length > 1 && joined.length <= JOINED_MAX ? joined : undefined;
};

/** `erc8004` is `erc` and `8004`, too. */
const dividedOf = (word: string): string[] => /^([a-z]{2,})(\d{2,})$/.exec(word)?.slice(1) ?? [];

const wordsOfRun = (run: string): readonly string[] => {
  const parts = partsOf(run);
  const joined = joinedOf(parts);
  return [...parts, ...parts.flatMap(dividedOf), ...(joined === undefined ? [] : [joined])];
};

/**
 * The words under which a text is found (SPEC.md §6.15): `ERC-8004 registry` has `erc8004`, `erc`, `8004` and `registry`.
 * @param known the words of the runs of other texts, which repeat them; those of this one are added.
 */
export const wordsOf = (text: string, known = new Map<string, readonly string[]>()): Set<string> => {
  const found = new Set<string>();
  for (const run of new Set(runsOf(text))) {
    const words = known.get(run) ?? wordsOfRun(run);
    known.set(run, words);
    for (const word of words) found.add(word);
  }
  return found;
};

/** One thing that is searched for: a word, or the parts of a name together with the name as one word. */
export interface Term {
  readonly parts: readonly string[];
  readonly joined: string | undefined;
}

/** What a query asks for; a record matches when it has every term. */
export const termsOf = (query: string): Term[] =>
  runsOf(query)
    .map(partsOf)
    .filter((parts) => parts.length > 0)
    .map((parts) => ({ parts, joined: joinedOf(parts) }));

/**
 * Whether a word is looked for whole as long as any record has it whole: `act` does not find `action`, and
 * `eip155:1` does not find `eip155:10`. Any other word finds the words that begin with it, too, and so does the
 * beginning of an address.
 */
export const isExact = (word: string): boolean => word.length < 4 || (/\d/.test(word) && !word.startsWith('0x'));

/** A hexadecimal number without the `0x` that it begins with, or with one where it has none; undefined for other words. */
export const otherNotation = (word: string): string | undefined => {
  const [, prefix, digits] = /^(0x)?([0-9a-f]+)$/.exec(word) ?? [];
  return prefix === undefined && digits !== undefined ? `0x${digits}` : digits;
};
