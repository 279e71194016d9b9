import type { z } from 'zod';
import type { InputProblem } from './errors.ts';
import { jsonPointer } from './errors.ts';

const codes: Record<string, string> = {
  invalid_type: 'wrong_type',
  too_small: 'too_small',
  too_big: 'too_big',
  invalid_value: 'not_allowed',
  invalid_format: 'wrong_format',
  unrecognized_keys: 'unknown_member',
  custom: 'rule',
};

const kinds: Record<string, string> = {
  string: 'a string',
  number: 'a number',
  int: 'an integer',
  boolean: 'true or false',
  array: 'an array',
  object: 'an object',
  record: 'an object',
};
const units: Record<string, readonly [one: string, several: string]> = {
  string: ['character', 'characters'],
  array: ['entry', 'entries'],
};

const bound = (origin: string, words: string, limit: number | bigint): string => {
  const unit = units[origin]?.[Number(limit) === 1 ? 0 : 1];
  return `expected ${words} ${limit}${unit === undefined ? '' : ` ${unit}`}`;
};

const oneOf = (values: readonly unknown[]): string =>
  values.length === 1 ? `expected ${JSON.stringify(values[0])}` : `expected one of ${values.map(String).join(', ')}`;

/** What an issue expects, as a clause: in the words of the schema where it has some, in place of zod's own. */
export const expectation = (issue: z.core.$ZodIssue): string => {
  if (!/^(?:Too (?:small|big)|Invalid)\b/.test(issue.message)) return issue.message;
  switch (issue.code) {
    case 'invalid_type':
      return `expected ${kinds[issue.expected] ?? issue.expected}`;
    case 'invalid_value':
      return oneOf(issue.values);
    case 'invalid_union':
      return 'options' in issue ? oneOf(issue.options) : 'expected another value';
    case 'too_small':
      return bound(issue.origin, issue.inclusive === false ? 'more than' : 'at least', issue.minimum);
    case 'too_big':
      return bound(issue.origin, issue.inclusive === false ? 'less than' : 'at most', issue.maximum);
    case 'invalid_format':
      return issue.format === 'date' ? 'expected a day, YYYY-MM-DD' : 'expected another format';
    default:
      return 'expected another value';
  }
};

/**
 * An option of `safeParse` for what clients send. With it {@link inputProblems} says which members an object may have, of which
 * only the schema that found an issue knows, and of every value whether it was sent at all.
 */
export const fullIssues = {
  reportInput: true,
  error: ({ code, inst }: z.core.$ZodRawIssue): string | undefined => {
    const { shape } = (inst?._zod.def ?? {}) as Partial<z.core.$ZodObjectDef>;
    if (code !== 'unrecognized_keys' || shape === undefined) return undefined;
    const names = Object.keys(shape);
    return names.length === 0 ? 'expected no members' : `expected no members but ${names.join(', ')}`;
  },
};

const isMissing = (issue: z.core.$ZodIssue): boolean => {
  if (!('input' in issue)) return issue.code === 'invalid_type' && issue.message.endsWith('received undefined');
  // The path of an unknown alternative ends with the member that chooses one, and its input is the object around it.
  if (issue.code === 'invalid_union' && 'discriminator' in issue)
    return !Object.hasOwn(issue.input as object, issue.discriminator!);
  return issue.input === undefined;
};

const placeOf = ({ path }: z.core.$ZodIssue): string => path.join('\0');

/** Without what zod says about the length of a list or text where one of the two was expected and the other was sent. */
const withoutForeignLengths = (issues: readonly z.core.$ZodIssue[]): readonly z.core.$ZodIssue[] => {
  const mistyped = new Set(issues.filter(({ code }) => code === 'invalid_type').map(placeOf));
  if (mistyped.size === 0) return issues;
  return issues.filter((issue) => !['too_small', 'too_big'].includes(issue.code!) || !mistyped.has(placeOf(issue)));
};

/**
 * Every problem that zod found, flattened, with JSON Pointers. The details say what is
 * expected and never what was sent: unknown members are counted, not named.
 */
export const inputProblems = (issues: readonly z.core.$ZodIssue[]): InputProblem[] =>
  withoutForeignLengths(issues).flatMap((issue): InputProblem[] => {
    if (issue.code === 'invalid_union' && issue.errors.length > 0) {
      const nearest = issue.errors.toSorted((a, b) => b[0]!.path.length - a[0]!.path.length || a.length - b.length)[0]!;
      return inputProblems(nearest.map((inner) => ({ ...inner, path: [...issue.path, ...inner.path] })));
    }
    // The name was sent: its object stands for it.
    if (issue.code === 'invalid_key')
      return inputProblems(issue.issues.map((inner) => ({ ...inner, path: issue.path.slice(0, -1) })));
    return [
      {
        pointer: jsonPointer(issue.path),
        code: isMissing(issue) ? 'missing' : (codes[issue.code] ?? issue.code),
        detail:
          issue.code === 'unrecognized_keys'
            ? `${issue.message.startsWith('expected ') ? issue.message : 'expected no other members'}; ${issue.keys.length === 1 ? '1 is' : `${issue.keys.length} are`} not known here`
            : expectation(issue),
      },
    ];
  });
