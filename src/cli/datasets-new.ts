import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { stringify } from 'yaml';
import type { z } from 'zod';
import { checkDatasets } from '../dataset-files/check.ts';
import { problemReport } from '../dataset-files/problem-report.ts';
import { readDatasetTexts } from '../dataset-files/read-texts.ts';
import { describe, memberKind, parseAnswer, type RecordMember } from '../dataset-files/record-members.ts';
import type { Day } from '../domain/vocabulary/timestamp.ts';
import { findDataset } from './find-dataset.ts';
import { openQuestions, type Questions } from './questions.ts';
import { CommandError } from './terminal.ts';

export interface NewOptions {
  readonly root: string;
  readonly dataset: string;
  /** Answers given in advance, by member, for instance `sources[0].url`. */
  readonly given: ReadonlyMap<string, string>;
  /** The day on which the record is compiled. */
  readonly today: Day;
}

const FIRST_NOTE = 'First compiled from the sources of this record.';

/** Members that every new record fills in the same way. */
const filledIn = (name: string, today: Day): unknown => {
  if (name === 'compiled_on') return today;
  if (name === 'changes') return [{ on: today, kind: 'added', note: FIRST_NOTE }];
  return undefined;
};

/** A new record is not withdrawn. */
const neverAsked = new Set(['withdrawn_on', 'withdrawn_reason']);

/** The answer when only the return key is pressed. */
const defaultAnswer = (name: string, today: Day): string | undefined => (name === 'retrieved' ? today : undefined);

/** Checks an answer beyond its schema: the problem, or undefined. */
type AnswerCheck = (path: string, value: unknown) => string | undefined;

const interview = (questions: Questions, { given, today }: NewOptions, check: AnswerCheck) => {
  const isGiven = (path: string) =>
    [...given.keys()].some((key) => key === path || key.startsWith(`${path}.`) || key.startsWith(`${path}[`));

  const askValue = async (path: string, name: string, schema: z.ZodType): Promise<unknown> => {
    const field = memberKind(schema);
    const usual = defaultAnswer(name, today);
    const hint = field.kind === 'choice' ? `\n  one of ${field.values.join(', ')}` : '';
    const first = given.get(path);
    for (let attempt = 0; ; attempt += 1) {
      const fixed = attempt === 0 ? first : undefined;
      const typed =
        fixed ?? (await questions.ask(`${path}: ${describe(schema)}${hint}\n${usual ? `[${usual}] ` : ''}> `));
      const answer = typed === '' && usual !== undefined ? usual : typed;
      const parsed = parseAnswer(schema, answer);
      const problem = 'problem' in parsed ? parsed.problem : check(path, parsed.value);
      if ('value' in parsed && problem === undefined) return parsed.value;
      if (!questions.canAskAgain) throw new CommandError(`${path}: ${problem}. Nothing was written.`);
      questions.show(`  ${problem}`);
    }
  };

  const askYes = async (question: string): Promise<boolean> =>
    /^y(es)?$/i.test(await questions.ask(`${question} (y/N) `));

  const askList = async (path: string, name: string, entry: z.ZodType, atLeast: number): Promise<unknown[]> => {
    const entries: unknown[] = [];
    const wanted = async () =>
      isGiven(`${path}[${entries.length}]`) ||
      entries.length < atLeast ||
      askYes(entries.length === 0 ? `${path}: add one?` : `${path}: add another?`);
    while (await wanted()) entries.push(await askAny(`${path}[${entries.length}]`, name, entry));
    return entries;
  };

  const chooseOptional = async (path: string, optional: readonly RecordMember[]): Promise<Set<string>> => {
    const chosen = new Set(
      optional.map(({ name }) => name).filter((name) => isGiven(path === '' ? name : `${path}.${name}`)),
    );
    const rest = optional.map(({ name }) => name).filter((name) => !chosen.has(name));
    if (rest.length === 0) return chosen;
    const place = path === '' ? 'the record' : path;
    for (;;) {
      const answer = await questions.ask(
        `Optional members of ${place} to fill in, separated by spaces, or nothing:\n  ${rest.join(', ')}\n> `,
      );
      const names = answer.split(/[\s,]+/).filter((name) => name !== '');
      const unknown = names.filter((name) => !rest.includes(name));
      if (unknown.length === 0) return new Set([...chosen, ...names]);
      const problem = `${unknown.join(', ')}: not an optional member`;
      if (!questions.canAskAgain) throw new CommandError(`${place}: ${problem}. Nothing was written.`);
      questions.show(`  ${problem}`);
    }
  };

  const askGroup = async (path: string, members: readonly RecordMember[]): Promise<Record<string, unknown>> => {
    const asked = members.filter(({ name }) => !neverAsked.has(name));
    const chosen = await chooseOptional(
      path,
      asked.filter(({ optional }) => optional),
    );
    const group: Record<string, unknown> = {};
    for (const { name, optional, schema } of asked) {
      const at = path === '' ? name : `${path}.${name}`;
      if (optional && !chosen.has(name)) continue;
      const filled = path === '' && !isGiven(at) ? filledIn(name, today) : undefined;
      group[name] = filled ?? (await askAny(at, name, schema));
    }
    return group;
  };

  const askAny = (path: string, name: string, schema: z.ZodType): Promise<unknown> => {
    const field = memberKind(schema);
    if (field.kind === 'group') return askGroup(path, field.members);
    if (field.kind === 'list') return askList(path, name, field.entry, field.atLeast);
    return askValue(path, name, schema);
  };

  return { askAny, askYes };
};

/**
 * Asks for the members of a record and writes its file. A record with problems is written only on
 * request, and no file is ever overwritten.
 * @throws CommandError that says what is wrong; then nothing was written.
 */
export const newRecord = async (options: NewOptions): Promise<void> => {
  const dataset = findDataset(options.dataset);
  const texts = readDatasetTexts(options.root);
  const earlier = checkDatasets(texts).problems;
  if (earlier.length > 0) throw new CommandError(`${problemReport(earlier)}\nFix these first.`);
  const questions = openQuestions();
  try {
    const { askAny, askYes } = interview(questions, options, (path, value) => {
      const known = `${dataset.folder}/${String(value)}.yaml`;
      return path === 'id' && existsSync(join(options.root, known))
        ? `${known} already exists; an id is never reused`
        : undefined;
    });
    const record = (await askAny('', '', dataset.record)) as { id: string };
    const file = `${dataset.folder}/${record.id}.yaml`;
    const text = stringify(record, { lineWidth: 110 });
    const { problems } = checkDatasets({ ...texts, [file]: text });
    if (problems.length > 0) {
      questions.show(problemReport(problems));
      // Keeps an hour of answers: the file can be fixed by hand.
      const keep =
        questions.canAskAgain && (await askYes('The record still has problems. Write it anyway and fix it by hand?'));
      if (!keep) throw new CommandError('Nothing was written.');
    }
    await writeFile(join(options.root, file), text, { flag: 'wx' });
    process.stdout.write(
      `${file} is written. ${problems.length === 0 ? 'No problems.' : 'npm run datasets shows what to fix.'}\n`,
    );
  } finally {
    questions.close();
  }
};
