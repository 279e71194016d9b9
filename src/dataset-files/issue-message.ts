import type { z } from 'zod';

const shown = (value: unknown): string => {
  if (value === null) return 'empty';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') return 'a group of members';
  if (typeof value !== 'string') return `${typeof value === 'number' ? 'the number' : ''} ${String(value)}`.trim();
  return JSON.stringify(value.length > 60 ? `${value.slice(0, 57)}…` : value);
};

const kinds: Record<string, string> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'a group of members',
  record: 'a group of members',
};

/** How the editor of a file writes what is expected there, and where its members are described. */
export interface Notation {
  readonly list: string;
  readonly members: string;
  readonly describedIn: string;
}

export const yamlNotation: Notation = {
  list: '(lines that begin with "- ")',
  members: 'holds no record; expected lines of the form "member: value"',
  describedIn: 'datasets/README.md',
};

const typeMessage = (expected: string, value: unknown, { list }: Notation): string => {
  const kind = kinds[expected] ?? expected;
  const wanted = expected === 'array' ? `${kind} ${list}` : kind;
  if (value === undefined) return `missing; expected ${wanted}`;
  if (value === null) return `has no value; expected ${wanted} (leave out optional members that are not known)`;
  const quotes = expected === 'string' && typeof value !== 'object' ? ` in quotes: "${String(value)}"` : '';
  return `is ${shown(value)}; expected ${wanted}${quotes}`;
};

const choices = (values: readonly unknown[]): string =>
  values.length === 1 ? JSON.stringify(values[0]) : `one of ${values.map(String).join(', ')}`;

const sizeMessage = (issue: z.core.$ZodIssueTooSmall | z.core.$ZodIssueTooBig, value: unknown): string => {
  const bound = issue.code === 'too_small' ? `at least ${issue.minimum}` : `at most ${issue.maximum}`;
  if (typeof value === 'string') return `has ${[...value].length} characters; expected ${bound}`;
  if (Array.isArray(value)) return `has ${value.length} entries; expected ${bound}`;
  return `is ${shown(value)}; expected ${bound}`;
};

const expectation = (message: string): string => (message.startsWith('expected ') ? message : `expected ${message}`);

const messageOf = (issue: z.core.$ZodIssue, value: unknown, notation: Notation): string => {
  switch (issue.code) {
    case 'invalid_type':
      return typeMessage(issue.expected, value, notation);
    case 'invalid_value':
      return value === undefined
        ? `missing; expected ${choices(issue.values)}`
        : `is ${shown(value)}; expected ${choices(issue.values)}`;
    case 'too_small':
    case 'too_big':
      return sizeMessage(issue, value);
    case 'invalid_format':
      return `is ${shown(value)}; ${issue.format === 'date' ? 'expected a day, YYYY-MM-DD' : expectation(issue.message)}`;
    default:
      return `${value === undefined ? 'missing' : `is ${shown(value)}`}${issue.message.startsWith('expected ') ? ';' : ':'} ${issue.message}`;
  }
};

/**
 * A schema issue in words for the editor of the file: what is there and what is expected. Each unknown
 * member gives a message of its own.
 */
export const issueMessages = (
  issue: z.core.$ZodIssue,
  file: unknown,
  notation: Notation = yamlNotation,
): { path: readonly PropertyKey[]; message: string }[] => {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({
      path: [...issue.path, key],
      message: `is not a member here; expected only the members that ${notation.describedIn} describes`,
    }));
  }
  const value = issue.path.reduce<unknown>(
    (inner, part) => (inner as Record<PropertyKey, unknown> | null | undefined)?.[part],
    file,
  );
  if (issue.path.length === 0 && issue.code === 'invalid_type') {
    return [{ path: [], message: notation.members }];
  }
  return [{ path: issue.path, message: messageOf(issue, value, notation) }];
};
