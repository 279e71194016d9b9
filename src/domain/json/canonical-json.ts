import canonicalize from 'canonicalize';

/** Deeper values, and those that contain themselves, are left to the package. */
const MOST_NESTED = 100;
/** Up to this many keys are sorted and assigned one by one. */
const FEW_KEYS = 12;

/** Stands for a value that {@link sorted} leaves to the package. */
const UNUSUAL = Symbol('unusual');

const isPlain = (value: object): boolean => {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
};

/** A key that would not stay where it was put: objects list whole numbers first, and one name sets the prototype. */
const isMovedKey = (key: string): boolean => {
  const first = key.charCodeAt(0);
  return (first >= 48 && first <= 57) || key === '__proto__';
};

/** The keys of an object by UTF-16 code units. */
const sortedKeys = (value: object): string[] => {
  const keys = Object.keys(value);
  if (keys.length > FEW_KEYS) return keys.sort();
  for (let next = 1; next < keys.length; next++) {
    const key = keys[next]!;
    let at = next;
    for (; at > 0 && keys[at - 1]! > key; at--) keys[at] = keys[at - 1]!;
    keys[at] = key;
  }
  return keys;
};

/**
 * A copy whose members are in the order of RFC 8785 §3.2.3 (UTF-16 code units), so that JSON.stringify
 * writes the canonical text; UNUSUAL for whatever that would not hold for. The platform writes strings
 * and numbers as RFC 8785 §3.2.2 asks, but takes strings that are not well-formed.
 */
const sorted = (value: unknown, depth: number): unknown => {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return value;
    case 'number':
      return Number.isFinite(value) ? value : UNUSUAL;
    case 'object':
      break;
    default:
      return UNUSUAL;
  }
  if (value === null) return null;
  if (depth === MOST_NESTED) return UNUSUAL;
  if (Array.isArray(value)) {
    const copy: unknown[] = [];
    for (const element of value) {
      const inner = sorted(element, depth + 1);
      if (inner === UNUSUAL) return UNUSUAL;
      copy.push(inner);
    }
    return copy;
  }
  if (!isPlain(value)) return UNUSUAL;
  const members = value as Record<string, unknown>;
  const keys = sortedKeys(members);
  const copy: Record<string, unknown> = {};
  const large: [string, unknown][] = [];
  for (const key of keys) {
    const member = members[key];
    if (member === undefined) continue;
    if (isMovedKey(key)) return UNUSUAL;
    const inner = sorted(member, depth + 1);
    if (inner === UNUSUAL) return UNUSUAL;
    if (keys.length > FEW_KEYS) large.push([key, inner]);
    else copy[key] = inner;
  }
  // Many single assignments would turn the copy into a hash table, and one of those anywhere in a
  // value makes the platform write all of it at half the speed.
  return keys.length > FEW_KEYS ? Object.fromEntries(large) : copy;
};

/**
 * The RFC 8785 (JCS) text of a JSON value: members sorted by UTF-16 code units, no white space,
 * ECMAScript numbers. Two values that mean the same have the same text. Members that are undefined
 * are left out.
 * @throws Error when the value is not JSON (undefined, a non-finite number, a lone surrogate).
 */
export const canonicalText = (value: unknown): string => {
  // Several times faster than the package for what documents consist of; the package stays the measure.
  const copy = sorted(value, 0);
  if (copy !== UNUSUAL) {
    const text = JSON.stringify(copy);
    // The platform escapes half a surrogate pair and nothing else in this way; looking for it once
    // in the text takes a fraction of the time of asking each string.
    if (!text.includes('\\ud')) return text;
  }
  const text = canonicalize(value);
  if (text === undefined) throw new TypeError('only a JSON value has a canonical text');
  return text;
};

/** Canonical texts of members of an object, by their names. */
export type MemberTexts<Name extends string = string> = Readonly<Partial<Record<Name, string>>>;

/**
 * A way to write the canonical text of objects that have the same member names, and some of the same values:
 * names are sorted and what stays is written once. It serves documents that hold objects which were written
 * before, for a hash of their own: their texts go into the document's as they are.
 *
 * @param same the members that every such object has, with their values.
 * @param open the names of the others. An object may lack some of them.
 * @returns the canonical text of the object with the same members and those whose canonical texts are given.
 * @throws Error when a member is not JSON.
 */
export const objectTemplate = <Name extends string>(
  same: object,
  open: readonly Name[],
): ((texts: MemberTexts<Name>) => string) => {
  const pieces: { readonly start: string; readonly name?: Name }[] = [];
  for (const name of [...Object.keys(same), ...open].sort()) {
    const start = `${JSON.stringify(name)}:`;
    const value = Object.hasOwn(same, name) ? (same as Record<string, unknown>)[name] : undefined;
    const before = pieces.at(-1);
    if (value === undefined) pieces.push({ start, name: name as Name });
    else if (before === undefined || before.name !== undefined) pieces.push({ start: start + canonicalText(value) });
    else pieces.push({ start: `${pieces.pop()!.start},${start}${canonicalText(value)}` });
  }
  return (texts) => {
    let inside = '';
    for (const { start, name } of pieces) {
      const text = name === undefined ? '' : texts[name];
      if (text === undefined) continue;
      inside += inside === '' ? start + text : `,${start}${text}`;
    }
    return `{${inside}}`;
  };
};

/** The canonical text of the array whose elements have these texts. */
export const arrayText = (elements: readonly string[]): string => `[${elements.join(',')}]`;
