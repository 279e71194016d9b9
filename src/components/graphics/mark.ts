import { segmentPath } from './ring.ts';

/** The side of the square that the mark is drawn in. */
export const MARK_BOX = 32;

const ring = { middle: MARK_BOX / 2, count: 8 };
const segments = Array.from({ length: ring.count }, (_, at) => segmentPath(ring, at, 9, 15.5, 1.6)).join('');

/** The mark of the service as the content of an `svg` with the box {@link MARK_BOX}: eight layers around a closed seal. */
export const drawMark = (ink: string): string =>
  `<path d="${segments}" fill="${ink}"/><circle cx="16" cy="16" r="4.4" fill="none" stroke="${ink}" stroke-width="2.8"/>`;
