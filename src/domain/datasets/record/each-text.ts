/** The names of members and the places in lists that lead to a value. */
export type Path = readonly (string | number)[];

const visitTexts = (value: unknown, visit: (text: string, path: Path) => void, path: (string | number)[]): void => {
  if (typeof value === 'string') visit(value, path);
  if (typeof value !== 'object' || value === null) return;
  for (const key of Object.keys(value)) {
    path.push(Array.isArray(value) ? Number(key) : key);
    visitTexts((value as Record<string, unknown>)[key], visit, path);
    path.pop();
  }
};

/** Goes through every text in a value. The path that comes with it is the same list each time: whoever keeps it makes a copy. */
export const eachText = (value: unknown, visit: (text: string, path: Path) => void): void =>
  visitTexts(value, visit, []);
