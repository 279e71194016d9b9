import { existsSync, readFileSync } from 'node:fs';
import { rename, rm, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AGENT_FILE, checkDatasets, type FileTexts } from '../dataset-files/check.ts';
import { KEYS_FILE } from '../dataset-files/check-keys.ts';
import { RECEIPTS_FOLDER } from '../dataset-files/check-receipts.ts';
import { replaceAgentFacts } from '../dataset-files/edit-agent.ts';
import { withoutDemonstrationKeys } from '../dataset-files/edit-keys.ts';
import { problemReport } from '../dataset-files/problem-report.ts';
import { readDatasetTexts } from '../dataset-files/read-texts.ts';
import { writeDraft } from '../whole-file.ts';
import { answerProblems, type Answers, areComplete, askForRest, factsOf, readAnswers } from './agent-answers.ts';
import { openQuestions } from './questions.ts';
import { CommandError } from './terminal.ts';

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

/** A plan: the text that each file gets, or undefined where it is removed. */
type Changes = ReadonlyMap<string, string | undefined>;

const planChanges = (texts: FileTexts, agentText: string): Changes => {
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

const changed = (texts: FileTexts, changes: Changes): FileTexts =>
  Object.fromEntries(
    Object.entries({ ...texts, ...Object.fromEntries(changes) }).filter(
      (entry): entry is [string, string] => entry[1] !== undefined,
    ),
  );

/** Changes all files or none: every text is on disk before the first file is touched. */
const carryOut = async (root: string, texts: FileTexts, changes: Changes): Promise<void> => {
  const touched: string[] = [];
  const drafts = new Map<string, string>();
  try {
    for (const [file, text] of changes) {
      if (text !== undefined) drafts.set(file, await writeDraft(join(root, file), text));
    }
    for (const [file, text] of changes) {
      touched.push(file);
      if (text === undefined) await unlink(join(root, file));
      else await rename(drafts.get(file)!, join(root, file));
    }
  } catch (error) {
    for (const draft of drafts.values()) await rm(draft, { force: true });
    for (const file of touched) await writeFile(join(root, file), texts[file]!);
    const { code } = error as NodeJS.ErrnoException;
    throw new CommandError(`The files cannot be changed (${code ?? 'unknown error'}). Nothing was changed.`);
  }
};

const described = (changes: Changes): string =>
  [...changes].map(([file, text]) => `  ${text === undefined ? 'removes' : 'rewrites'} ${file}`).join('\n');

/**
 * Puts a real agent in the place of the demonstration: its facts, and none of the receipts and keys that are made up.
 * @throws CommandError that says what is wrong; then nothing was changed.
 */
export const initAgent = async ({ root, given, file, yes, replace, now }: InitOptions): Promise<void> => {
  if (!existsSync(join(root, AGENT_FILE)))
    throw new CommandError(`${AGENT_FILE} is not there; expected to run in the folder of the project.`);
  const texts = readDatasetTexts(root);
  const { agent: earlier, problems: before } = checkDatasets(texts);
  if (earlier === undefined || before.length > 0) throw new CommandError(`${problemReport(before)}\nFix these first.`);
  if (!earlier.demonstration && !replace)
    throw new CommandError(
      `${AGENT_FILE} has the facts of a real agent, ${earlier.name}. To replace them, add --replace. Nothing was changed.`,
    );
  const questions = openQuestions();
  try {
    const known = { ...(file === undefined ? {} : readAnswers(file)), ...given };
    const answers = areComplete(known) || file !== undefined ? known : await askForRest(known, questions);
    const wrong = answerProblems(answers);
    if (wrong.length > 0) throw new CommandError(`${wrong.join('\n')}\nNothing was changed.`);
    const facts = factsOf(answers, earlier, now.toISOString().slice(0, 10));
    const changes = planChanges(texts, replaceAgentFacts(readFileSync(join(root, AGENT_FILE), 'utf8'), facts));
    const { problems } = checkDatasets(changed(texts, changes));
    if (problems.length > 0) throw new CommandError(`${problemReport(problems)}\nNothing was changed.`);
    process.stdout.write(`This makes ${answers.name} the agent of the service:\n${described(changes)}\n`);
    const goesOn = yes || /^y(es)?$/i.test(await questions.ask('Go on? (y/N) '));
    if (!goesOn) throw new CommandError('Nothing was changed.');
    await carryOut(root, texts, changes);
    process.stdout.write(
      'Done. Next: make a key for decisions (npm run keys -- new), then build and look at /agent. OPERATIONS.md has the rest.\n',
    );
  } finally {
    questions.close();
  }
};
