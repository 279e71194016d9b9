import { type Document, isCollection, isScalar, visit, type YAMLError } from 'yaml';

/** A problem of the syntax of a YAML text, with the offset of its place. */
export interface SyntaxProblem {
  readonly offset: number;
  readonly message: string;
}

/** A value that is nested too deeply: the parser overflows the stack on it. */
export const TOO_DEEP = 'is nested too deeply to be read; expected a record';

const fixedMessages: Readonly<Record<string, string>> = {
  DUPLICATE_KEY: 'this member is in the file already; expected each member once',
  RESOURCE_EXHAUSTION: TOO_DEEP,
  MULTIPLE_DOCS: 'a second record begins here (---); expected one record in a file',
  TAB_AS_INDENT: 'a tab stands here; expected spaces',
  BAD_SCALAR_START: 'a text begins with a sign that YAML keeps for itself; expected quotes around the text',
  BLOCK_AS_IMPLICIT_KEY: 'a text holds a colon and a space, or members follow it; expected quotes around the text',
};

/** Errors that are no consequence of another one. */
const independent = new Set(['DUPLICATE_KEY', 'MULTIPLE_DOCS', 'TAG_RESOLVE_FAILED']);

/** Where the list, group or quoted text begins that should have ended before an offset. */
const findOpening = (document: Document.Parsed, offset: number, text: string, signs: string): number | undefined => {
  let found: number | undefined;
  visit(document, {
    Node: (_, node) => {
      const start = node.range?.[0] ?? 0;
      const opens = isCollection(node) ? node.flow === true : isScalar(node) && /^['"]/.test(text.slice(start));
      if (opens && signs.includes(text[start]!) && start < offset && node.range![2] >= offset) found = start;
    },
  });
  return found;
};

const unclosed = (sign: string): string =>
  `${sign} stands here and nothing closes it; expected the sign that does, or quotes around a text that holds it`;

const problemOf = (
  { code, message, pos: [offset] }: YAMLError,
  document: Document.Parsed,
  text: string,
): SyntaxProblem => {
  const signs = message.startsWith('Flow ') ? '[{' : message.startsWith('Missing closing ') ? '\'"' : '';
  const opening = signs === '' ? undefined : findOpening(document, offset, text, signs);
  if (opening !== undefined) return { offset: opening, message: unclosed(text[opening]!) };
  if (code === 'UNEXPECTED_TOKEN' && /^[\]}]/.test(text.slice(offset)))
    return {
      offset,
      message: `${text[offset]} stands here and closes nothing; expected quotes around a text that holds it`,
    };
  const first = message.split('\n')[0]!.replace(/\.$/, '');
  return { offset, message: fixedMessages[code] ?? `is not YAML as expected: ${first}` };
};

const MERGE_MARK = /^<{7} /m;

/** Whether git left the two sides of a merge in a text. */
export const hasMergeMarks = (text: string): boolean => MERGE_MARK.test(text);

/**
 * What is wrong with the syntax. After a sign that YAML reads otherwise than its writer, the parser reports much that
 * is only a consequence: of that, the cause alone.
 */
export const findSyntaxProblems = (document: Document.Parsed, text: string): SyntaxProblem[] => {
  if (hasMergeMarks(text))
    return [
      { offset: text.search(MERGE_MARK), message: 'the marks of a merge stand here; expected one of its two sides' },
    ];
  const all = [...document.errors, ...document.warnings];
  // What the parser reports beside the end of its own stack depends on where it runs.
  const exhausted = all.find(({ code }) => code === 'RESOURCE_EXHAUSTION');
  // A line that a tab indents is read one level up, where its member may stand already.
  const hasTab = all.some(({ code }) => code === 'TAB_AS_INDENT');
  const alone = all.filter(({ code }) => independent.has(code) && !(hasTab && code === 'DUPLICATE_KEY'));
  const others = all.filter(({ code }) => !independent.has(code)).toSorted((a, b) => a.pos[0] - b.pos[0]);
  const cause = others.find(({ message }) => message.startsWith('Flow ')) ?? others[0];
  const reported = exhausted ? [exhausted] : [...alone, ...(cause ? [cause] : [])];
  return reported.map((error) => problemOf(error, document, text));
};
