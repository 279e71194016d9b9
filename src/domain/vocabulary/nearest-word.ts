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

/** The word of the list that takes the fewest changed letters, whatever their case; undefined for an empty list. */
export const findNearestWord = (word: string, words: Iterable<string>): string | undefined => {
  const plain = word.toLowerCase();
  return [...words]
    .map((known) => ({ known, far: distance(plain, known.toLowerCase()) }))
    .reduce<{ known: string; far: number } | undefined>(
      (best, one) => (best && best.far <= one.far ? best : one),
      undefined,
    )?.known;
};
