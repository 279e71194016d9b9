/** One problem of a dataset file: where, and what is wrong and what is expected. */
export interface DatasetProblem {
  /** Path from the root of the project, with forward slashes. */
  readonly file: string;
  /** Line, from 1. */
  readonly line: number;
  /** Member of the record, for instance `sources[0].url`; empty for the file as a whole. */
  readonly field: string;
  readonly message: string;
}

/** The way to a member as people write it, for instance `sources[0].url`. */
export const fieldName = (path: readonly PropertyKey[]): string =>
  path.map((part, at) => (typeof part === 'number' ? `[${part}]` : `${at > 0 ? '.' : ''}${String(part)}`)).join('');

const byPlace = (a: DatasetProblem, b: DatasetProblem) =>
  a.file === b.file ? a.line - b.line : a.file < b.file ? -1 : 1;

const lineOf = ({ file, line, field, message }: DatasetProblem): string =>
  `${file}:${line}: ${field === '' ? 'file' : field}: ${message}`;

/** The report of what breaks no rule but deserves a look, in the form of the report of problems. */
export const warningReport = (warnings: readonly DatasetProblem[]): string =>
  [
    ...warnings.toSorted(byPlace).map((warning) => `warning: ${lineOf(warning)}`),
    `${warnings.length} ${warnings.length === 1 ? 'warning' : 'warnings'}.`,
  ].join('\n');

/**
 * The report of all problems, ordered by file and line, one line each:
 * `file:line: field: what is wrong and what is expected`. The build and the command print this text.
 */
export const problemReport = (problems: readonly DatasetProblem[]): string => {
  const files = new Set(problems.map(({ file }) => file)).size;
  return [
    ...problems.toSorted(byPlace).map(lineOf),
    `${problems.length} ${problems.length === 1 ? 'problem' : 'problems'} in ${files} ${files === 1 ? 'file' : 'files'}. The members are described in datasets/README.md.`,
  ].join('\n');
};
