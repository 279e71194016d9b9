import { z } from 'zod';
import { findMeantWord } from '../domain/vocabulary/nearest-word.ts';

type Path = readonly PropertyKey[];

/** A value that a schema refuses, mended so that rules can look at the rest of it. */
export interface Mended<Value> {
  readonly value: Value;
  /** The same with each value that an unknown word may stand for: a rule counts where all of these break it. */
  readonly readings: readonly Value[];
  /** The members that were taken out, replaced, or are of the wrong form: nothing that a rule says of them counts. */
  readonly wrong: readonly Path[];
}

const MOST_ROUNDS = 8;

const stand = { string: '', array: [], object: {}, number: 0, int: 0, boolean: false } as const;

const standIn = (issue: z.core.$ZodIssue): unknown => {
  if (issue.code === 'invalid_value') return issue.values[0];
  if (issue.code !== 'invalid_type' || !(issue.expected in stand)) return undefined;
  return structuredClone(stand[issue.expected as keyof typeof stand]);
};

/** The values of which one is meant, where it cannot be told which. */
const valuesMeant = (issue: z.core.$ZodIssue): readonly unknown[] => {
  if (issue.code === 'invalid_value') return issue.values;
  return issue.code === 'invalid_type' && issue.expected === 'boolean' ? [true, false] : [];
};

const wordMeant = (given: unknown, issue: z.core.$ZodIssue): string | undefined =>
  issue.code === 'invalid_value' && typeof given === 'string'
    ? findMeantWord(
        given,
        issue.values.filter((value) => typeof value === 'string'),
      )
    : undefined;

const at = (value: unknown, path: Path): unknown =>
  path.reduce((inner, key) => (inner as Record<PropertyKey, unknown>)[key], value);

const withValue = <Value>(value: Value, path: Path, inner: unknown): Value => {
  const copy = structuredClone(value);
  (at(copy, path.slice(0, -1)) as Record<PropertyKey, unknown>)[path.at(-1)!] = inner;
  return copy;
};

/**
 * Takes out what has the wrong type or an unknown name, and puts something of the right type where it must be: the word
 * that is meant, where one is near.
 */
const mend = (value: object, issue: z.core.$ZodIssue): void => {
  const keys = issue.code === 'unrecognized_keys' ? issue.keys : [issue.path.at(-1)!];
  const to = issue.code === 'unrecognized_keys' ? issue.path : issue.path.slice(0, -1);
  const parent = at(value, to) as Record<PropertyKey, unknown>;
  for (const key of keys) {
    const given = parent[key];
    const meant = wordMeant(given, issue);
    if (meant !== undefined) parent[key] = meant;
    else if (given === undefined) parent[key] = standIn(issue);
    else if (Array.isArray(parent)) parent[key] = undefined;
    else delete parent[key];
  }
};

const changesType = ({ code }: z.core.$ZodIssue): boolean =>
  code === 'invalid_type' || code === 'invalid_value' || code === 'unrecognized_keys';

/** The value without what the schema refuses for its type; undefined for what is no group of members at all. */
export const mendValue = <Schema extends z.ZodType>(
  schema: Schema,
  raw: unknown,
): Mended<z.infer<Schema>> | undefined => {
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) return undefined;
  const value = structuredClone(raw);
  const wrong: Path[] = [];
  const open: { path: Path; values: readonly unknown[] }[] = [];
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const { error } = schema.safeParse(value);
    const issues = error?.issues ?? [];
    wrong.push(
      ...issues.flatMap((issue) =>
        issue.code === 'unrecognized_keys' ? issue.keys.map((key) => [...issue.path, key]) : [issue.path],
      ),
    );
    const fixable = issues.filter(changesType);
    if (fixable.length === 0) {
      if (issues.some(({ path }) => path.length === 0)) return undefined;
      const mended = value as z.infer<Schema>;
      const others = open.flatMap(({ path, values }) => values.map((one) => withValue(mended, path, one)));
      return { value: mended, readings: [mended, ...others], wrong };
    }
    for (const issue of fixable) {
      const values = valuesMeant(issue);
      if (values.length > 0 && wordMeant(at(value, issue.path), issue) === undefined)
        open.push({ path: issue.path, values });
      mend(value, issue);
    }
  }
  return undefined;
};

/** Whether a path lies at, above or below one of these. */
export const touches = (path: Path, wrong: readonly Path[]): boolean =>
  wrong.some((one) => one.every((part, at) => at >= path.length || part === path[at]));
