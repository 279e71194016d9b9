/** The least room for the drawing of a bar, in pixels. */
const ROOM = 290;

/**
 * Where the parts of a bar are, in percent of its width, and whether the number of a part fits into it on a narrow screen.
 * @param full how much a bar of the whole width counts.
 */
export const placeParts = (counts: readonly number[], full: number) => {
  const percent = (count: number): string => `${Math.round((count / full) * 1e4) / 100}%`;
  let before = 0;
  return counts.map((count) => {
    const from = before;
    before += count;
    return {
      x: percent(from),
      width: percent(count),
      middle: percent(from + count / 2),
      fits: (count / full) * ROOM >= 5 + 7.5 * String(count).length,
    };
  });
};
