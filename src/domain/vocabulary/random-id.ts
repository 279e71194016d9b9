const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';

/** The random bytes that {@link randomId} needs: five bits of each are used. */
export const RANDOM_ID_BYTES = 24;

/**
 * An identifier that no one can guess: 24 characters of Crockford's base 32, 120 random bits
 * (SPEC.md §4.2). Letters that look like digits are not used.
 */
export const randomId = (random: Uint8Array): string => {
  let id = '';
  for (let at = 0; at < RANDOM_ID_BYTES; at++) id += alphabet[random[at]! & 31];
  return id;
};

/** The form of an identifier made by {@link randomId}. */
export const RANDOM_ID_PATTERN = /^[0-9a-hjkmnp-tv-z]{24}$/;
