/** How many digits of a hash the picture of a run has, on narrow screens half of them. The list of moves has them all. */
export const SHOWN_DIGITS = 16;
