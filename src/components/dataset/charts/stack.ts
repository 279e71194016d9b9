/** One part of a bar, in hundredths of the whole width. */
export interface Segment {
  /** Which of the counts it is. */
  readonly series: number;
  readonly count: number;
  readonly x: number;
  readonly width: number;
}

/** The parts of a bar, end to end; a count of nothing has no part. `full` is the count as long as the whole width. */
export const buildSegments = (counts: readonly number[], full: number): Segment[] => {
  const unit = full === 0 ? 0 : 100 / full;
  let before = 0;
  return counts.flatMap((count, series) => {
    const x = before * unit;
    before += count;
    return count === 0 ? [] : [{ series, count, x, width: count * unit }];
  });
};

/** The sum of counts. */
export const totalOf = (counts: readonly number[]): number => counts.reduce((sum, count) => sum + count, 0);

/** A hundredth of the width of a drawing, as SVG has it: drawn at any width, while texts keep their size. */
export const percent = (value: number): string => `${Math.round(value * 100) / 100}%`;

/** The narrowest screen leaves a drawing this many pixels. */
const NARROWEST = 290;

/** Whether a number fits into a part of a drawing on every screen. */
export const fits = (count: number, width: number): boolean =>
  (width / 100) * NARROWEST >= 5 + 7.5 * String(count).length;
