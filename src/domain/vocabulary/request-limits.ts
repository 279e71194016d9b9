/** The most bytes that the body of a request has (SPEC.md §2.14): 64 KiB. */
export const REQUEST_BYTES_MAX = 65_536;

/** The most bytes that the first line and the header fields of a request have together (SPEC.md §2.2): 16 KiB. */
export const HEADER_BYTES_MAX = 16_384;

/** Time for the header fields of a request to arrive, and for the whole request, in seconds (SPEC.md §15.5). */
export const HEADER_SECONDS = 10;
export const REQUEST_SECONDS = 30;
