import { type Document, isMap, isNode, isSeq, LineCounter, parseDocument, visit } from 'yaml';
import type { z } from 'zod';
import { issueMessages } from './issue-message.ts';
import { type Mended, mendValue } from './mend-value.ts';
import { type DatasetProblem, fileProblem, memberProblem } from './problem-report.ts';
import { readPlainYaml } from './read-plain-yaml.ts';
import { findSyntaxProblems, TOO_DEEP } from './yaml-syntax.ts';

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

const syntaxProblems = (file: string, yaml: YamlFile, text: string): DatasetProblem[] => {
  const replaced = text.indexOf('\ufffd');
  const found = [
    ...(replaced < 0
      ? []
      : [{ offset: replaced, message: 'holds bytes that are not UTF-8; expected a file saved as UTF-8' }]),
    ...findSyntaxProblems(yaml.document, text),
    ...featuresIn(yaml),
  ];
  return found.map(({ offset, message }) => fileProblem(file, message, yaml.lines.linePos(offset).line || 1));
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

/** The value of a YAML file under a schema, or what is wrong with it. */
export interface CheckedYaml<Value> {
  readonly value?: Value;
  /** Where the schema refuses the file: the value without its wrong members, or with others in their place. */
  readonly mended?: Mended<Value>;
  readonly problems: DatasetProblem[];
  /** The line of a member of the file. */
  readonly lineOf: (path: readonly PropertyKey[]) => number;
}

const readYamlFile = <Schema extends z.ZodType>(
  schema: Schema,
  file: string,
  text: string,
): CheckedYaml<z.infer<Schema>> => {
  const plain = schema.safeParse(readPlainYaml(text));
  if (plain.success) return { value: plain.data, problems: [], lineOf: (path) => findLine(text, path) };
  const yaml = parse(text);
  const find = (path: readonly PropertyKey[]) => lineOf(yaml, path);
  const syntax = syntaxProblems(file, yaml, text);
  if (syntax.length > 0) return { problems: withoutRepeats(syntax), lineOf: find };
  const raw: unknown = yaml.document.toJS({ maxAliasCount: 0 });
  const result = schema.safeParse(raw);
  if (result.success) return { value: result.data, problems: [], lineOf: find };
  const problems = result.error.issues.flatMap((issue) => issueMessages(issue, raw).map(memberProblem(file, find)));
  const mended = mendValue(schema, raw);
  return { ...(mended && { mended }), problems, lineOf: find };
};

/**
 * The value of a YAML file under a schema, or all problems of its syntax or, if that is valid, of its
 * members. Never throws.
 */
export const checkYamlFile = <Schema extends z.ZodType>(
  schema: Schema,
  file: string,
  text: string,
): CheckedYaml<z.infer<Schema>> => {
  try {
    return readYamlFile(schema, file, text);
  } catch (error) {
    if (error instanceof RangeError) return { problems: [fileProblem(file, TOO_DEEP)], lineOf: () => 1 };
    throw error;
  }
};
