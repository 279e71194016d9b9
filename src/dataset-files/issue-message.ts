import type { z } from 'zod';
import { expectation } from '../domain/vocabulary/input-problems.ts';

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

/** What is there, by what the issue is about. */
const given = ({ code }: z.core.$ZodIssue, value: unknown): string => {
  if (value === undefined) return 'missing';
  const isOfSize = code === 'too_small' || code === 'too_big';
  if (isOfSize && typeof value === 'string') return `has ${[...value].length} characters`;
  if (isOfSize && Array.isArray(value)) return `has ${value.length} entries`;
  return `is ${shown(value)}`;
};

const messageOf = (issue: z.core.$ZodIssue, value: unknown, notation: Notation): string => {
  if (issue.code === 'invalid_type') return typeMessage(issue.expected, value, notation);
  const expected = expectation(issue);
  return `${given(issue, value)}${expected.startsWith('expected ') ? ';' : ':'} ${expected}`;
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
