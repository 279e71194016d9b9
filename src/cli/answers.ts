import { z } from 'zod';
import { CommandError } from './terminal.ts';

type Path = readonly (string | number)[];
type Members = Record<string | number, unknown>;

/** The parts of a path that is written like `sources[0].url`. */
const parsePath = (path: string): Path => {
  if (!/^[a-z]\w*(\[\d{1,3}\])*(\.[a-z]\w*(\[\d{1,3}\])*)*$/i.test(path))
    throw new CommandError(`--set ${path}=… names no member; expected a path such as sources[0].url.`);
  return path.split(/[.[\]]+/).flatMap((part) => (part === '' ? [] : /^\d/.test(part) ? Number(part) : part));
};

const find = (value: unknown, path: Path): unknown =>
  path.reduce<unknown>(
    (at, part) =>
      typeof at === 'object' && at !== null && Object.hasOwn(at, part) ? (at as Members)[part] : undefined,
    value,
  );

const put = (root: Members, path: Path, value: unknown): void => {
  let at = root;
  for (const [index, part] of path.slice(0, -1).entries()) {
    const next = find(at, [part]) ?? (typeof path[index + 1] === 'number' ? [] : {});
    if (typeof next !== 'object') throw new CommandError(`--set gives ${String(part)} both a value and members.`);
    at[part] = next;
    at = next as Members;
  }
  at[path.at(-1)!] = value;
};

/** The value that a schema asks for in place of what is there: a number, a yes or no, an empty list, the only value allowed. */
const mended = (issue: z.core.$ZodIssue, given: unknown): unknown => {
  if (issue.code === 'invalid_value') {
    const [only, ...others] = issue.values;
    return others.length === 0 && (given === undefined || given === String(only)) && given !== only ? only : undefined;
  }
  if (issue.code !== 'invalid_type') return undefined;
  if (issue.expected === 'array') return given === undefined ? [] : undefined;
  if (typeof given !== 'string') return undefined;
  if (issue.expected === 'boolean') return { yes: true, true: true, no: false, false: false }[given.toLowerCase()];
  return ['number', 'int'].includes(issue.expected) && /^-?\d+$/.test(given) ? Number(given) : undefined;
};

/**
 * The value that these answers give, as the schema asks for it: numbers and yes or no are read as such, a member with one
 * allowed value and a list without entries are filled in. What is missing or wrong stays so, for the caller to report.
 * @param answers texts by path, for instance `sources[0].url`.
 * @throws CommandError for a path that names no member.
 */
export const readAnswers = (schema: z.ZodType, answers: ReadonlyMap<string, string>): unknown => {
  const value: Members = {};
  for (const [path, answer] of answers) put(value, parsePath(path), answer.trim());
  for (;;) {
    const read = schema.safeParse(value);
    if (read.success) return read.data;
    const mends = read.error.issues.flatMap((issue) => {
      const path = issue.path as Path;
      const mend = mended(issue, find(value, path));
      return mend === undefined ? [] : [{ path, mend }];
    });
    if (mends.length === 0) return value;
    for (const { path, mend } of mends) put(value, path, mend);
  }
};
