/** The colours that the two graphics are drawn with, as values of `fill` and `stroke`. */
export interface Inks {
  /** What a system covers. */
  readonly covered: string;
  /** What was looked for and not found, and the middle of a glyph. */
  readonly absent: string;
  /** A line that only helps the eye. */
  readonly faint: string;
  readonly proven: string;
  readonly stated: string;
  readonly refuted: string;
}

/** The tokens of a page, so that a drawing follows the scheme. A picture of its own takes the values of the tokens. */
export const pageInks: Inks = {
  covered: 'var(--accent)',
  absent: 'var(--edge)',
  faint: 'var(--rule)',
  proven: 'var(--proven)',
  stated: 'var(--stated)',
  refuted: 'var(--refuted)',
};
