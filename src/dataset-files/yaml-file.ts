import { type Document, isAlias, isMap, isNode, isSeq, LineCounter, parseDocument, visit } from 'yaml';
import type { z } from 'zod';
import type { RuleProblem } from '../domain/vocabulary/errors.ts';
import { type DatasetProblem, fileProblem, issueMessages, memberProblem } from './problem-report.ts';
import type { FileTexts } from './read-files.ts';

/** A value on which the parser runs out of stack. */
const TOO_DEEP = 'is nested too deeply to be read';

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
    const pair = isMap(node) ? node.items.find(({ key }) => isNode(key) && key.toJSON() === part) : undefined;
    const found = isSeq(node) && typeof part === 'number' ? node.items[part] : pair?.value;
    const place = pair === undefined ? found : pair.key;
    if (isNode(place) && place.range) offset = place.range[0];
    if (found === undefined) break;
    node = found;
  }
  return lines.linePos(offset).line || 1;
};

/**
 * What the parser reports, and what plain records do without: anchors, aliases and tags. One problem a line, because the parser
 * also reports what only follows from an error before it.
 */
const syntaxProblems = (file: string, { document, lines }: YamlFile, text: string): DatasetProblem[] => {
  const found = [...document.errors, ...document.warnings].map(({ code, pos: [offset], message }) => ({
    offset,
    message: code === 'RESOURCE_EXHAUSTION' ? TOO_DEEP : `is not YAML: ${message.split('\n')[0]!}`,
  }));
  const replaced = text.indexOf('\ufffd');
  if (replaced >= 0)
    found.push({ offset: replaced, message: 'holds bytes that are not UTF-8; expected a file saved as UTF-8' });
  // A text without these signs has none of them; a visit to every node of 10,000 records takes most of a second.
  if (/[&*!]/.test(text))
    visit(document, {
      Node: (_, node) => {
        if (isAlias(node) || ('anchor' in node && node.anchor !== undefined) || node.tag !== undefined) {
          const message = 'an anchor, alias or tag (&name, *name, !name) stands here; expected the value itself';
          found.push({ offset: node.range?.[0] ?? 0, message });
        }
      },
    });
  const problems = found.map(({ offset, message }) => fileProblem(file, message, lines.linePos(offset).line || 1));
  return problems.filter(({ line }, at) => problems.findIndex((one) => one.line === line) === at);
};

/** Finds the lines of members of one YAML or JSON text, which is parsed once, at the first one; 1 where it is nested too deeply to be read. */
export const lineFinder = (text = ''): ((path: readonly PropertyKey[]) => number) => {
  let yaml: YamlFile | undefined;
  return (path) => {
    try {
      return lineOf((yaml ??= parse(text)), path);
    } catch (error) {
      if (error instanceof RangeError) return 1;
      throw error;
    }
  };
};

/** What is wrong with a member of a record. */
export interface RecordProblem extends RuleProblem {
  readonly dataset: string;
  readonly id: string;
}

/** Places the problems of records at the lines of their members. */
export const placeInRecords = (found: readonly RecordProblem[], texts: FileTexts): DatasetProblem[] =>
  [...Map.groupBy(found, ({ dataset, id }) => `datasets/${dataset}/${id}.yaml`)].flatMap(([file, those]) =>
    those.map(memberProblem(file, lineFinder(texts[file]))),
  );

/** The value of a YAML file under a schema, or what is wrong with it. */
export interface CheckedYaml<Value> {
  /** Absent when the schema refuses it. A value that breaks a rule is there. */
  readonly value?: Value;
  readonly problems: DatasetProblem[];
}

const readYamlFile = <Value>(
  schema: z.ZodType<Value>,
  file: string,
  text: string,
  rules: (value: Value) => readonly RuleProblem[],
): CheckedYaml<Value> => {
  const yaml = parse(text);
  const syntax = syntaxProblems(file, yaml, text);
  if (syntax.length > 0) return { problems: syntax };
  const result = schema.safeParse(yaml.document.toJS(), { reportInput: true });
  const broken = result.success ? rules(result.data) : issueMessages(result.error.issues);
  const problems = broken.map(memberProblem(file, (path) => lineOf(yaml, path)));
  return result.success ? { value: result.data, problems } : { problems };
};

/**
 * The value of a YAML file under a schema, and all problems: of its syntax, or else of its members, or else those that its
 * rules find. Never throws.
 */
export const checkYamlFile = <Value>(
  schema: z.ZodType<Value>,
  file: string,
  text: string,
  rules: (value: Value) => readonly RuleProblem[] = () => [],
): CheckedYaml<Value> => {
  try {
    return readYamlFile(schema, file, text, rules);
  } catch (error) {
    // The parser or zod ran out of stack.
    if (error instanceof RangeError) return { problems: [fileProblem(file, TOO_DEEP)] };
    throw error;
  }
};
