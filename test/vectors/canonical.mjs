import { createHash } from 'node:crypto';

/** Orders names by their UTF-16 code units, as RFC 8785 §3.2.3 asks. */
export const byCodeUnits = (one, other) => {
  for (let at = 0; at < Math.min(one.length, other.length); at++) {
    const difference = one.charCodeAt(at) - other.charCodeAt(at);
    if (difference !== 0) return difference;
  }
  return one.length - other.length;
};

/** Orders names by Unicode code points: the mistake that a canonical form must not make. */
export const byCodePoints = (one, other) => {
  const [ones, others] = [[...one], [...other]].map((text) => text.map((letter) => letter.codePointAt(0)));
  for (let at = 0; at < Math.min(ones.length, others.length); at++) {
    if (ones[at] !== others[at]) return ones[at] - others[at];
  }
  return ones.length - others.length;
};

const escapes = { '"': '\\"', '\\': '\\\\', '\b': '\\b', '\f': '\\f', '\n': '\\n', '\r': '\\r', '\t': '\\t' };

const stringText = (value) => {
  let text = '"';
  for (const letter of value) {
    const code = letter.codePointAt(0);
    text += escapes[letter] ?? (code < 0x20 ? `\\u${code.toString(16).padStart(4, '0')}` : letter);
  }
  return `${text}"`;
};

/** The RFC 8785 text of a value of objects, arrays, strings, numbers, booleans and null. */
export const canonical = (value, order = byCodeUnits) => {
  if (value === null || typeof value === 'boolean') return String(value);
  if (typeof value === 'number') return Object.is(value, -0) ? '0' : String(value);
  if (typeof value === 'string') return stringText(value);
  if (Array.isArray(value)) return `[${value.map((item) => canonical(item, order)).join(',')}]`;
  const members = Object.keys(value)
    .sort(order)
    .map((name) => `${stringText(name)}:${canonical(value[name], order)}`);
  return `{${members.join(',')}}`;
};

export const sha256 = (content) => createHash('sha256').update(content).digest('hex');

export const hashOf = (value, order) => sha256(Buffer.from(canonical(value, order), 'utf8'));

/** The object without a member. */
export const without = (value, member) => Object.fromEntries(Object.entries(value).filter(([name]) => name !== member));

/** The object with its own hash in the member, taken over everything else. */
export const sealed = (value, member, order) => {
  const rest = without(value, member);
  return { ...rest, [member]: hashOf(rest, order) };
};

const replaced = (value, [name, ...path], member) => {
  const next = path.length === 0 ? member : replaced(value[name], path, member);
  return Array.isArray(value) ? value.with(Number(name), next) : { ...value, [name]: next };
};

/** The value with other members at these places, each a path with full stops. */
export const changed = (value, changes) =>
  Object.entries(changes).reduce((whole, [path, member]) => replaced(whole, path.split('.'), member), value);
