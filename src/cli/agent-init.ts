import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { changeFiles, type FileChanges } from '../dataset-files/change-files.ts';
import { checkDatasets, type FileTexts } from '../dataset-files/check.ts';
import { AGENT_FILE } from '../dataset-files/check-agent.ts';
import { KEYS_FILE } from '../dataset-files/check-keys.ts';
import { RECEIPTS_FOLDER } from '../dataset-files/check-receipts.ts';
import { replaceAgentFacts } from '../dataset-files/edit-agent.ts';
import { withoutDemonstrationKeys } from '../dataset-files/edit-keys.ts';
import { problemReport } from '../dataset-files/problem-report.ts';
import { readDatasetTexts } from '../dataset-files/read-texts.ts';
import type { AgentFacts } from '../domain/agent/agent.ts';
import { answerProblems, type Answers, areComplete, askForRest, factsOf, readAnswers } from './agent-answers.ts';
import { askYes, canAsk } from './interview.ts';
import { CommandError, printableInLine } from './terminal.ts';

export interface InitOptions {
  readonly root: string;
  readonly given: Answers;
  readonly file?: string | undefined;
  /** Whether to go on without a question. */
  readonly yes: boolean;
  /** Whether facts of a real agent may be replaced. */
  readonly replace: boolean;
  readonly now: Date;
}

interface Plan {
  /** The texts of the files that change, as they were read for the plan. */
  readonly before: ReadonlyMap<string, string>;
  readonly changes: FileChanges;
}

const findChanges = (texts: FileTexts, agentText: string): FileChanges => {
  const receipts = Object.keys(texts).filter((file) => file.startsWith(`${RECEIPTS_FOLDER}/demonstration-`));
  const keys = texts[KEYS_FILE];
  const ownKeys = keys === undefined ? undefined : withoutDemonstrationKeys(keys);
  return new Map([
    ...receipts.map((file) => [file, undefined] as const),
    ...(ownKeys === undefined || ownKeys === keys ? [] : [[KEYS_FILE, ownKeys] as const]),
    // Last: until it is written the service calls itself a demonstration, and the command can be run again.
    [AGENT_FILE, agentText] as const,
  ]);
};

const changed = (texts: FileTexts, changes: FileChanges): FileTexts =>
  Object.fromEntries(
    Object.entries({ ...texts, ...Object.fromEntries(changes) }).filter(
      (entry): entry is [string, string] => entry[1] !== undefined,
    ),
  );

/** The facts of the project, read now. @throws CommandError when they cannot be replaced */
const readEarlier = ({ root, replace }: InitOptions): { texts: FileTexts; earlier: AgentFacts } => {
  const texts = { ...readDatasetTexts(root) };
  const { agent: earlier, problems: before } = checkDatasets(texts);
  if (earlier === undefined || before.length > 0) throw new CommandError(`${problemReport(before)}\nFix these first.`);
  if (!earlier.demonstration && !replace)
    throw new CommandError(
      `${AGENT_FILE} has the facts of a real agent, ${earlier.name}. To replace them, add --replace. Nothing was changed.`,
    );
  return { texts, earlier };
};

/** @throws CommandError when the project would have problems */
const plan = (options: InitOptions, answers: Answers): Plan => {
  const { texts, earlier } = readEarlier(options);
  const facts = factsOf(answers, earlier, options.now.toISOString().slice(0, 10));
  const changes = findChanges(texts, replaceAgentFacts(texts[AGENT_FILE]!, facts));
  const { problems } = checkDatasets(changed(texts, changes));
  if (problems.length > 0) throw new CommandError(`${problemReport(problems)}\nNothing was changed.`);
  return { before: new Map([...changes.keys()].map((file) => [file, texts[file]!])), changes };
};

const carryOut = async (root: string, { before, changes }: Plan): Promise<void> => {
  try {
    await changeFiles(root, before, changes);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new CommandError(`The files cannot be changed (${code ?? 'unknown error'}). Nothing was changed.`);
  }
};

const described = (changes: FileChanges): string =>
  [...changes].map(([file, text]) => `  ${text === undefined ? 'removes' : 'rewrites'} ${file}`).join('\n');

/**
 * Puts a real agent in the place of the demonstration: its facts, and none of the receipts and keys that are made up.
 * @throws CommandError that says what is wrong; then nothing was changed.
 */
export const initAgent = async (options: InitOptions): Promise<void> => {
  const { root, given, file, yes } = options;
  if (!existsSync(join(root, AGENT_FILE)))
    throw new CommandError(`${AGENT_FILE} is not there; expected to run in the folder of the project.`);
  readEarlier(options);
  const known = { ...(file === undefined ? {} : readAnswers(file)), ...given };
  const isAsked = canAsk() && !areComplete(known) && file === undefined && !yes;
  const answers = isAsked ? await askForRest(known) : known;
  const wrong = answerProblems(answers);
  if (wrong.length > 0) throw new CommandError(`${wrong.join('\n')}\nNothing was changed.`);
  const planned = plan(options, answers);
  process.stdout.write(
    `This makes ${printableInLine(answers.name!)} the agent of the service:\n${described(planned.changes)}\n`,
  );
  if (!yes) {
    if (!canAsk()) throw new CommandError('Nothing was changed. To go on without a question, add --yes.');
    if (!(await askYes('Go on?'))) throw new CommandError('Nothing was changed.');
    // The files may have changed while the question was open.
    if (!isDeepStrictEqual(plan(options, answers), planned))
      throw new CommandError(
        'The files changed while the question stood. Nothing was changed by this command; run it again.',
      );
  }
  await carryOut(root, planned);
  process.stdout.write(
    'Done. Next: make a key for decisions (npm run keys -- new), then build and look at /agent. OPERATIONS.md has the rest.\n',
  );
};
