import fc from 'fast-check';

const point = (max: number) => fc.integer({ min: 0, max }).map((code) => String.fromCodePoint(code));

/**
 * A text of any code points, half surrogates among them, and of ASCII more often than chance gives.
 * The unit `binary` of fast-check takes a second of the processor to begin with, in each worker.
 */
export const anyText = fc.string({ unit: fc.oneof(point(0x7f), point(0x10ffff)), maxLength: 300 });
