/** The number of letters to insert, remove or replace to turn one text into the other (Levenshtein). */
const distance = (a: string, b: string): number => {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (const [i, letter] of [...a].entries()) {
    const next = [i + 1];
    for (let j = 0; j < b.length; j++) {
      next.push(Math.min(row[j + 1]! + 1, next[j]! + 1, row[j]! + (letter === b[j] ? 0 : 1)));
    }
    row = next;
  }
  return row[b.length]!;
};

interface Near {
  readonly known: string;
  /** The number of changed letters. */
  readonly far: number;
}

const findNearest = (word: string, words: Iterable<string>): Near | undefined => {
  const plain = word.toLowerCase();
  return [...words]
    .map((known) => ({ known, far: distance(plain, known.toLowerCase()) }))
    .reduce<Near | undefined>((best, one) => (best && best.far <= one.far ? best : one), undefined);
};

/** The word of the list that takes the fewest changed letters, whatever their case; undefined for an empty list. */
export const findNearestWord = (word: string, words: Iterable<string>): string | undefined =>
  findNearest(word, words)?.known;

/** The same, where it is so near that it is likely to be meant: at most two changed letters, and half of the word. */
export const findMeantWord = (word: string, words: Iterable<string>): string | undefined => {
  const nearest = findNearest(word, words);
  return nearest && nearest.far <= 2 && nearest.far * 2 <= word.length ? nearest.known : undefined;
};
