/** Whether a JSON value is an object and not a list. */
export const isJsonObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const tokens = /"[^"\\]*(?:\\.[^"\\]*)*"|[[\]{},:]|[^\s"[\]{},:]+/g;

/**
 * The text of the value at a place of a JSON text, as it is written there: a value that was read no longer tells `2500.0`
 * from `2500`. In time linear to the length.
 * @param text JSON that {@link parseStrictJson} accepts.
 * @param path the names of members and the numbers of items that lead to the value.
 * @returns undefined when there is no such place.
 */
export const textAt = (text: string, path: readonly (string | number)[]): string | undefined => {
  const place: (string | number)[] = [];
  let isNameNext = false;
  let start: number | undefined;
  const isThere = () => place.length === path.length && path.every((name, at) => place[at] === name);
  for (const { 0: token, index } of text.matchAll(tokens)) {
    const isScalar = !/^[[\]{},:]$/.test(token);
    if (isNameNext && isScalar) {
      place[place.length - 1] = JSON.parse(token) as string;
      isNameNext = false;
      continue;
    }
    const inner = place.at(-1);
    if (token === ',' && typeof inner === 'number') place[place.length - 1] = inner + 1;
    else if (token === ',') isNameNext = true;
    else if (token === ']' || token === '}') {
      place.pop();
      isNameNext = false;
      if (start !== undefined && isThere()) return text.slice(start, index + 1);
    } else if (token !== ':') {
      if (start === undefined && isThere()) {
        if (isScalar) return token;
        start = index;
      }
      if (isScalar) continue;
      place.push(token === '[' ? 0 : '');
      isNameNext = token === '{';
    }
  }
  return undefined;
};
