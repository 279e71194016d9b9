import canonicalize from 'canonicalize';

/**
 * The RFC 8785 (JCS) text of a JSON value: members sorted by UTF-16 code units, no white space,
 * ECMAScript numbers. Two values that mean the same have the same text. Members that are undefined
 * are left out.
 * @throws Error when the value is not JSON (undefined, a non-finite number, a lone surrogate).
 */
export const canonicalText = (value: unknown): string => {
  const text = canonicalize(value);
  if (text === undefined) throw new TypeError('only a JSON value has a canonical text');
  return text;
};
