import { z } from 'zod';
import {
  describe,
  memberKind,
  parseAnswer,
  type RecordMember,
  type Variants,
} from '../dataset-files/record-members.ts';
import type { Questions } from './questions.ts';
import { CommandError } from './terminal.ts';

/** What an interview knows in advance. Paths are written like `sources[0].url`. */
export interface InterviewRules {
  /** Answers given in advance, by path. */
  readonly given: ReadonlyMap<string, string>;
  /** The value of a member that is not asked for unless it is given; undefined for members that are asked for. */
  filledIn(path: string): unknown;
  /** The answer when only the return key is pressed. @param name the last part of the path. */
  defaultAnswer(name: string, path: string): string | undefined;
  /** What to say beside the question for a member. */
  hint?(path: string): string | undefined;
  /** Members at the top that are never asked for. */
  readonly neverAsked: ReadonlySet<string>;
  /** The problem with an answer that satisfies its schema; undefined when there is none. */
  findProblem(path: string, value: unknown): string | undefined;
}

/** Asks for a value of a schema, member by member: the schema is the only description of what is asked. */
export const openInterview = (questions: Questions, rules: InterviewRules) => {
  const { given } = rules;
  const isGiven = (path: string) =>
    [...given.keys()].some((key) => key === path || key.startsWith(`${path}.`) || key.startsWith(`${path}[`));

  const askValue = async (path: string, name: string, schema: z.ZodType): Promise<unknown> => {
    const field = memberKind(schema);
    const usual = rules.defaultAnswer(name, path);
    const hints = [
      field.kind === 'choice' ? `one of ${field.values.join(', ')}` : undefined,
      rules.hint?.(path),
    ].flatMap((hint) => (hint === undefined ? [] : [`\n  ${hint}`]));
    const first = given.get(path);
    for (let attempt = 0; ; attempt += 1) {
      const fixed = attempt === 0 ? first : undefined;
      const typed =
        fixed ??
        (await questions.ask(`${path}: ${describe(schema)}${hints.join('')}\n${usual ? `[${usual}] ` : ''}> `));
      const answer = typed === '' && usual !== undefined ? usual : typed;
      const parsed = parseAnswer(schema, answer);
      const problem = 'problem' in parsed ? parsed.problem : rules.findProblem(path, parsed.value);
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
    const asked = members.filter(({ name }) => path !== '' || !rules.neverAsked.has(name));
    const chosen = await chooseOptional(
      path,
      asked.filter(({ optional }) => optional),
    );
    const group: Record<string, unknown> = {};
    for (const { name, optional, schema } of asked) {
      const at = path === '' ? name : `${path}.${name}`;
      if (optional && !chosen.has(name)) continue;
      const filled = path === '' && !isGiven(at) ? rules.filledIn(at) : undefined;
      group[name] = filled ?? (await askAny(at, name, schema));
    }
    return group;
  };

  const askVariant = async (path: string, name: string, { discriminator, variants }: Variants): Promise<unknown> => {
    const kind = await askValue(`${path}.${discriminator}`, discriminator, z.enum([...variants.keys()]));
    return askAny(path, name, variants.get(String(kind))!);
  };

  const askAny = async (path: string, name: string, schema: z.ZodType): Promise<unknown> => {
    const field = memberKind(schema);
    if (field.kind === 'fixed') return field.value;
    if (field.kind === 'variants') return askVariant(path, name, field);
    if (field.kind === 'group') return askGroup(path, field.members);
    if (field.kind === 'list') return askList(path, name, field.entry, field.atLeast);
    return askValue(path, name, schema);
  };

  return { askAny, askYes };
};
