import checkbox from '@inquirer/checkbox';
import confirm from '@inquirer/confirm';
import input from '@inquirer/input';
import select from '@inquirer/select';
import { z } from 'zod';
import {
  describe,
  memberKind,
  parseAnswer,
  type RecordMember,
  type Variants,
} from '../dataset-files/record-members.ts';
import { CommandError } from './terminal.ts';

/** Questions go to standard error, so that standard output holds only results. */
const context = { output: process.stderr };

/** Whether someone is there to answer: without a terminal, nothing is asked. */
export const canAsk = (): boolean => process.stdin.isTTY === true;

/** Whether the answer is yes. */
export const askYes = (message: string): Promise<boolean> => confirm({ message, default: false }, context);

/** What an interview knows in advance. Paths are written like `sources[0].url`. */
export interface InterviewRules {
  /** Answers given in advance, by path. */
  readonly given: ReadonlyMap<string, string>;
  /** The value of a member that is not asked for unless it is given; undefined for members that are asked for. */
  filledIn?(path: string): unknown;
  /** The usual answer. @param name the last part of the path. */
  defaultAnswer(name: string, path: string): string | undefined;
  /** What to say beside the question for a member. */
  hint?(path: string): string | undefined;
  /** Members at the top that are never asked for. */
  readonly neverAsked: ReadonlySet<string>;
  /** The problem with an answer that satisfies its schema; undefined when there is none. */
  findProblem(path: string, value: unknown): string | undefined;
}

/**
 * A value of a schema, asked for member by member: the schema is the only description of what is asked. Without a
 * terminal, given and usual answers count, and optional members and entries that are not given are left out.
 * @throws CommandError that names the member whose answer is missing or wrong, where it cannot be asked for.
 */
export const interview = (whole: z.ZodType, rules: InterviewRules): Promise<unknown> => {
  const { given } = rules;
  const isGiven = (path: string) =>
    [...given.keys()].some((key) => key === path || key.startsWith(`${path}.`) || key.startsWith(`${path}[`));

  const askValue = async (path: string, name: string, schema: z.ZodType): Promise<unknown> => {
    const usual = rules.defaultAnswer(name, path);
    const read = (answer: string): { value: unknown } | { problem: string } => {
      const parsed = parseAnswer(schema, answer);
      const problem = 'value' in parsed ? rules.findProblem(path, parsed.value) : undefined;
      return problem === undefined ? parsed : { problem };
    };
    const fixed = given.get(path) ?? (canAsk() ? undefined : usual);
    const hint = rules.hint?.(path);
    const what = `${path}: ${describe(schema)}${hint === undefined ? '' : `\n  ${hint}\n `}`;
    if (fixed === undefined && !canAsk())
      throw new CommandError(`${what} is missing. Give it with --set ${path}=…, or run the command at a terminal.`);
    const field = memberKind(schema);
    const answer =
      fixed ??
      (field.kind === 'choice'
        ? await select({ message: what, choices: [...field.values] }, context)
        : await input(
            {
              message: what,
              ...(usual !== undefined && { default: usual }),
              validate: (typed) => {
                const found = read(typed.trim());
                return 'problem' in found ? found.problem : true;
              },
            },
            context,
          ));
    const found = read(answer.trim());
    if ('problem' in found) throw new CommandError(`${path}: ${found.problem}. Nothing was written.`);
    return found.value;
  };

  const askList = async (path: string, name: string, entry: z.ZodType, atLeast: number): Promise<unknown[]> => {
    const entries: unknown[] = [];
    const wanted = async () =>
      isGiven(`${path}[${entries.length}]`) ||
      entries.length < atLeast ||
      (canAsk() && askYes(entries.length === 0 ? `${path}: add one?` : `${path}: add another?`));
    while (await wanted()) entries.push(await askAny(`${path}[${entries.length}]`, name, entry));
    return entries;
  };

  const askGroup = async (path: string, members: readonly RecordMember[]): Promise<Record<string, unknown>> => {
    const pathOf = (name: string) => (path === '' ? name : `${path}.${name}`);
    const asked = members.filter(({ name }) => path !== '' || !rules.neverAsked.has(name));
    const open = asked.filter(({ name, optional }) => optional && !isGiven(pathOf(name))).map(({ name }) => name);
    const chosen =
      open.length === 0 || !canAsk()
        ? []
        : await checkbox({ message: `Optional members of ${path || 'the record'}`, choices: open }, context);
    const group: Record<string, unknown> = {};
    for (const { name, schema } of asked) {
      const at = pathOf(name);
      if (open.includes(name) && !chosen.includes(name)) continue;
      const filled = path === '' && !isGiven(at) ? rules.filledIn?.(at) : undefined;
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

  return askAny('', '', whole);
};
