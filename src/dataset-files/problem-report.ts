import { printableInLine } from '../domain/vocabulary/words.ts';
import { yamlNotation } from './issue-message.ts';

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
  ({ path, message }: { readonly path: readonly PropertyKey[]; readonly message: string }): DatasetProblem => ({
    file,
    line: lineOf(path),
    field: fieldName(path),
    message,
  });

const byPlace = (a: DatasetProblem, b: DatasetProblem) =>
  a.file === b.file ? a.line - b.line : a.file < b.file ? -1 : 1;

/** Whoever wrote the file chose its name and the names of its members: they forge no line of a report, nor an order to a CI. */
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
  const described = new Set(problems.map(({ describedIn }) => describedIn ?? yamlNotation.describedIn));
  return [
    ...problems.toSorted(byPlace).map(reportLine),
    `${problems.length} ${problems.length === 1 ? 'problem' : 'problems'} in ${files} ${files === 1 ? 'file' : 'files'}. The members are described in ${[...described].toSorted().join(' and ')}.`,
  ].join('\n');
};
