/** The side of the square that the mark is drawn in. */
export const MARK_BOX = 32;

const rounded = (value: number): string => String(Math.round(value * 10) / 10);

/** The outline of one of eight segments of a ring, clockwise from twelve o'clock, as the data of a path. */
const segment = (at: number, inner: number, outer: number, gap = 1.6): string => {
  const corner = (end: number, radius: number, side: 1 | -1): string => {
    const angle = (end / 8) * 2 * Math.PI + (side * gap) / 2 / radius;
    return `${rounded(MARK_BOX / 2 + radius * Math.sin(angle))} ${rounded(MARK_BOX / 2 - radius * Math.cos(angle))}`;
  };
  return [
    `M${corner(at, inner, 1)}L${corner(at, outer, 1)}`,
    `A${outer} ${outer} 0 0 1 ${corner(at + 1, outer, -1)}`,
    `L${corner(at + 1, inner, -1)}A${inner} ${inner} 0 0 0 ${corner(at, inner, 1)}Z`,
  ].join('');
};

const segments = Array.from({ length: 8 }, (_, at) => segment(at, 9, 15.5)).join('');

/** The mark of the service as the content of an `svg` with the box {@link MARK_BOX}: eight layers around a closed seal. */
export const drawMark = (ink: string): string =>
  `<path d="${segments}" fill="${ink}"/><circle cx="16" cy="16" r="4.4" fill="none" stroke="${ink}" stroke-width="2.8"/>`;
