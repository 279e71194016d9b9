/** A ring of equal segments in a square, from twelve o'clock on, clockwise. */
export interface Ring {
  /** The middle of the square on both axes. */
  readonly middle: number;
  readonly count: number;
}

const TURN = 2 * Math.PI;
const rounded = (value: number): string => String(Math.round(value * 10) / 10);

/** A point at an angle from twelve o'clock and a distance from the middle. */
export const pointAt = ({ middle }: Ring, angle: number, radius: number): readonly [x: number, y: number] => [
  middle + radius * Math.sin(angle),
  middle - radius * Math.cos(angle),
];

/** The angle in the middle of a segment. */
export const angleOf = ({ count }: Ring, at: number): number => ((at + 0.5) / count) * TURN;

/**
 * The outline of a segment between two radii, as the data of a path.
 * @param gap what is free between it and the next, as wide outside as inside.
 */
export const segmentPath = (ring: Ring, at: number, inner: number, outer: number, gap: number): string => {
  const corner = (end: number, radius: number, side: 1 | -1): string =>
    pointAt(ring, (end / ring.count) * TURN + (side * gap) / 2 / radius, radius)
      .map(rounded)
      .join(' ');
  const [first, last] = [at, at + 1];
  return [
    `M${corner(first, inner, 1)}L${corner(first, outer, 1)}`,
    `A${outer} ${outer} 0 0 1 ${corner(last, outer, -1)}`,
    `L${corner(last, inner, -1)}A${inner} ${inner} 0 0 0 ${corner(first, inner, 1)}Z`,
  ].join('');
};
