import { type Document, isMap, isNode, isSeq, LineCounter, parseDocument, visit } from 'yaml';
import type { z } from 'zod';
import { issueMessages } from './issue-message.ts';
import { type DatasetProblem, fileProblem, memberProblem } from './problem-report.ts';

interface YamlFile {
  readonly document: Document.Parsed;
  readonly lines: LineCounter;
}

const parse = (text: string): YamlFile => {
  const lines = new LineCounter();
  const document = parseDocument(text, {
    lineCounter: lines,
    prettyErrors: false,
    stringKeys: true,
    logLevel: 'error',
  });
  return { document, lines };
};

/** The line of the member at a path, or of the nearest enclosing member that exists. */
const lineOf = ({ document, lines }: YamlFile, path: readonly PropertyKey[]): number => {
  let node: unknown = document.contents;
  let offset = isNode(node) && node.range ? node.range[0] : 0;
  for (const part of path) {
    let found: unknown;
    if (isMap(node)) {
      const pair = node.items.find(({ key }) => isNode(key) && String(key.toJSON()) === String(part));
      if (pair === undefined) break;
      if (isNode(pair.key) && pair.key.range) offset = pair.key.range[0];
      found = pair.value;
    } else if (isSeq(node) && typeof part === 'number') {
      found = node.items[part];
      if (isNode(found) && found.range) offset = found.range[0];
    }
    if (found === undefined) break;
    node = found;
  }
  return lines.linePos(offset).line || 1;
};

/** YAML features that plain records do not need and that people misread. */
const featuresIn = ({ document }: YamlFile): { offset: number; message: string }[] => {
  const found: { offset: number; message: string }[] = [];
  visit(document, {
    Node: (_, node) => {
      const offset = node.range?.[0] ?? 0;
      if ('source' in node && node.constructor.name === 'Alias') {
        found.push({ offset, message: 'an alias (*name) stands here; expected the value itself' });
      } else if ('anchor' in node && node.anchor !== undefined) {
        found.push({ offset, message: 'an anchor (&name) stands here; expected the value alone' });
      }
      if (node.tag !== undefined) {
        found.push({ offset, message: 'a tag (!name) stands here; expected the value alone' });
      }
    },
  });
  return found;
};

// The parser overflows the stack on values that are nested too deeply.
const TOO_DEEP = 'is nested too deeply to be read; expected a record';

const syntaxMessages: Readonly<Record<string, string>> = {
  DUPLICATE_KEY: 'this member is in the file already; expected each member once',
  RESOURCE_EXHAUSTION: TOO_DEEP,
  MULTIPLE_DOCS: 'a second record begins here (---); expected one record in a file',
};

const syntaxProblems = (file: string, yaml: YamlFile, text: string): DatasetProblem[] => {
  const at = (offset: number, message: string) => fileProblem(file, message, yaml.lines.linePos(offset).line || 1);
  const replaced = text.indexOf('\ufffd');
  const found = [...yaml.document.errors, ...yaml.document.warnings];
  // What the parser reports beside the end of its own stack depends on where it runs.
  const exhausted = found.filter(({ code }) => code === 'RESOURCE_EXHAUSTION').slice(0, 1);
  return [
    ...(replaced < 0 ? [] : [at(replaced, 'holds bytes that are not UTF-8; expected a file saved as UTF-8')]),
    ...(exhausted.length > 0 ? exhausted : found).map(({ pos, message, code }) =>
      at(pos[0], syntaxMessages[code] ?? `is not YAML as expected: ${message.split('\n')[0]!.replace(/\.$/, '')}`),
    ),
    ...featuresIn(yaml).map(({ offset, message }) => at(offset, message)),
  ];
};

/** The line of a member of a YAML text. */
export const findLine = (text: string, path: readonly PropertyKey[]): number => lineFinder(text)(path);

/** Finds the lines of several members of one YAML text, which is parsed once. */
export const lineFinder = (text: string): ((path: readonly PropertyKey[]) => number) => {
  const yaml = parse(text);
  return (path) => lineOf(yaml, path);
};

const withoutRepeats = (problems: readonly DatasetProblem[]): DatasetProblem[] => [
  ...new Map(problems.map((problem) => [`${problem.line} ${problem.field} ${problem.message}`, problem])).values(),
];

const readYamlFile = <Schema extends z.ZodType>(schema: Schema, file: string, text: string) => {
  const yaml = parse(text);
  const find = (path: readonly PropertyKey[]) => lineOf(yaml, path);
  const syntax = syntaxProblems(file, yaml, text);
  if (syntax.length > 0) return { problems: withoutRepeats(syntax), lineOf: find };
  const raw: unknown = yaml.document.toJS({ maxAliasCount: 0 });
  const result = schema.safeParse(raw);
  if (result.success) return { value: result.data, problems: [], lineOf: find };
  const problems = result.error.issues.flatMap((issue) => issueMessages(issue, raw).map(memberProblem(file, find)));
  return { problems, lineOf: find };
};

/**
 * The value of a YAML file under a schema, or all problems of its syntax or, if that is valid, of its
 * members. Never throws.
 */
export const checkYamlFile = <Schema extends z.ZodType>(
  schema: Schema,
  file: string,
  text: string,
): {
  value?: z.infer<Schema>;
  problems: DatasetProblem[];
  /** The line of a member of the file. */
  lineOf: (path: readonly PropertyKey[]) => number;
} => {
  try {
    return readYamlFile(schema, file, text);
  } catch (error) {
    if (error instanceof RangeError) return { problems: [fileProblem(file, TOO_DEEP)], lineOf: () => 1 };
    throw error;
  }
};
