import canonicalize from 'canonicalize';

/**
 * The RFC 8785 (JCS) text of a JSON value: members sorted by UTF-16 code units, no white space,
 * ECMAScript numbers. Equal values have equal text. Members that are undefined are left out.
 * @throws Error when the value is not JSON (undefined, a non-finite number, a lone surrogate).
 */
export const canonicalText = (value: unknown): string => {
  const text = canonicalize(value);
  if (text === undefined) throw new TypeError('only a JSON value has a canonical text');
  return text;
};

/** Whether two JSON values are equal: whether they have the same canonical text. */
export const isSameJson = (one: unknown, other: unknown): boolean => canonicalText(one) === canonicalText(other);
