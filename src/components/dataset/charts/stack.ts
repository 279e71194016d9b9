/** One part of a bar. */
export interface Segment {
  /** Which of the counts it is. */
  readonly series: number;
  readonly count: number;
  readonly x: number;
  readonly width: number;
}

/** The parts of a bar, end to end; a count of nothing has no part. `full` is the count as long as `width`. */
export const buildSegments = (counts: readonly number[], full: number, width: number): Segment[] => {
  const unit = full === 0 ? 0 : width / full;
  let before = 0;
  return counts.flatMap((count, series) => {
    const x = before * unit;
    before += count;
    return count === 0 ? [] : [{ series, count, x, width: count * unit }];
  });
};

/** The sum of counts. */
export const totalOf = (counts: readonly number[]): number => counts.reduce((sum, count) => sum + count, 0);

/** Coordinates in a drawing, to a tenth of a pixel. */
export const px = (value: number): number => Math.round(value * 10) / 10;
