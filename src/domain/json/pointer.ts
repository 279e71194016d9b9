/** Whether a JSON value is an object and not a list. */
export const isJsonObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isArrayIndex = (name: string): boolean => /^(0|[1-9]\d{0,5})$/.test(name);

/** The names of the members and the places in lists that a pointer goes through, without escapes (RFC 6901 §4). */
export const pointerNames = (pointer: string): string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'));

/** The value at a place of a document; undefined where there is none. */
export const valueAt = (document: unknown, pointer: string): unknown =>
  pointerNames(pointer).reduce<unknown>((value, name) => {
    if (Array.isArray(value)) return isArrayIndex(name) ? (value as unknown[])[Number(name)] : undefined;
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
    return (value as Record<string, unknown>)[name];
  }, document);
