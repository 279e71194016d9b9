import type { z } from 'zod';
import { expectation } from '../domain/vocabulary/input-problems.ts';
import { printableInLine } from '../domain/vocabulary/words.ts';

/** Where the members of a record are described. */
const README = 'datasets/README.md';

/** A problem in a dataset file: its place, what is wrong and what is expected. */
export interface DatasetProblem {
  /** Path from the root of the project, with forward slashes. */
  readonly file: string;
  /** Line, from 1. */
  readonly line: number;
  /** Member of the record, for instance `sources[0].url`; empty for the file as a whole. */
  readonly field: string;
  readonly message: string;
  /** Where the members of the file are described; datasets/README.md when absent. */
  readonly describedIn?: string;
}

/** What is wrong with a member. */
interface MemberMessage {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

/** The path of a member in readable form, for example `sources[0].url`. */
export const fieldName = (path: readonly PropertyKey[]): string =>
  path.map((part, at) => (typeof part === 'number' ? `[${part}]` : `${at > 0 ? '.' : ''}${String(part)}`)).join('');

/** A problem of a file as a whole. */
export const fileProblem = (file: string, message: string, line = 1): DatasetProblem => ({
  file,
  line,
  field: '',
  message,
});

/** Places the problems of a file at the lines of their members. */
export const memberProblem =
  (file: string, lineOf: (path: readonly PropertyKey[]) => number) =>
  ({ path, message }: MemberMessage): DatasetProblem => ({
    file,
    line: lineOf(path),
    field: fieldName(path),
    message,
  });

const shown = (value: unknown): string => {
  const text = JSON.stringify(value) ?? 'undefined';
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
};

/**
 * The issues that a schema has with a value, in words: what is there and what is expected. Each unknown member gives a
 * message of its own. The issues must come from `safeParse` with `reportInput`.
 */
export const issueMessages = (issues: readonly z.core.$ZodIssue[], describedIn = README): MemberMessage[] =>
  issues.flatMap((issue): MemberMessage[] => {
    const { path, input } = issue;
    if (issue.code === 'unrecognized_keys') {
      const message = `is not a member here; expected only the members that ${describedIn} describes`;
      return issue.keys.map((key) => ({ path: [...path, key], message }));
    }
    const expected = expectation(issue);
    // A rule of a whole group names one member and is handed the group.
    if (issue.code === 'custom' && typeof input === 'object') return [{ path, message: expected }];
    const given = input === undefined ? 'missing' : `is ${shown(input)}`;
    return [{ path, message: `${given}${expected.startsWith('expected ') ? ';' : ':'} ${expected}` }];
  });

const byPlace = (a: DatasetProblem, b: DatasetProblem) =>
  a.file === b.file ? a.line - b.line : a.file < b.file ? -1 : 1;

/** The writer of a file chose its name and the names of its members: they forge no line of a report, nor an order to a CI. */
const reportLine = ({ file, line, field, message }: DatasetProblem): string =>
  printableInLine(`${file}:${line}: ${field === '' ? 'file' : field}: ${message}`);

/** The report of all warnings, in the same form as the report of problems. */
export const warningReport = (warnings: readonly DatasetProblem[]): string =>
  [
    ...warnings.toSorted(byPlace).map((warning) => `warning: ${reportLine(warning)}`),
    `${warnings.length} ${warnings.length === 1 ? 'warning' : 'warnings'}.`,
  ].join('\n');

/**
 * The report of all problems, ordered by file and line, one line each:
 * `file:line: field: what is wrong and what is expected`. The build and the command print this text.
 */
export const problemReport = (problems: readonly DatasetProblem[]): string => {
  const files = new Set(problems.map(({ file }) => file)).size;
  const described = new Set(problems.map(({ describedIn }) => describedIn ?? README));
  return [
    ...problems.toSorted(byPlace).map(reportLine),
    `${problems.length} ${problems.length === 1 ? 'problem' : 'problems'} in ${files} ${files === 1 ? 'file' : 'files'}. The members are described in ${[...described].toSorted().join(' and ')}.`,
  ].join('\n');
};
