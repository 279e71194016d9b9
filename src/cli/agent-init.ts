import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { settings } from '../config.ts';
import { changeFiles, type FileChanges } from '../dataset-files/change-files.ts';
import { checkDatasets } from '../dataset-files/check.ts';
import { AGENT_FILE, replaceAgentFacts } from '../dataset-files/check-agent.ts';
import { checkKeysFile, KEYS_FILE, withoutDemonstrationKeys } from '../dataset-files/check-keys.ts';
import { RECEIPTS_FOLDER } from '../dataset-files/check-receipts.ts';
import { problemReport } from '../dataset-files/problem-report.ts';
import { type FileTexts, readDatasetTexts } from '../dataset-files/read-files.ts';
import type { AgentFacts } from '../domain/agent/agent.ts';
import { partsOfCaip10 } from '../domain/chains/caip.ts';
import { findChainName } from '../domain/chains/known-chains.ts';
import { isDemonstration } from '../domain/receipts/decision-receipt.ts';
import { expectation } from '../domain/vocabulary/input-problems.ts';
import type { Day } from '../domain/vocabulary/timestamp.ts';
import { KeyFileError } from '../signing/key-file.ts';
import { Answers, askFacts, domainOf } from './agent-questions.ts';
import { type Setup, setUp, unitCommands, unitUser } from './agent-setup.ts';
import { CommandError, printableInLine } from './terminal.ts';

/** The members of the file about the agent that the answers decide. */
const factsOf = (answers: Answers, earlier: AgentFacts, today: Day): Partial<Record<keyof AgentFacts, unknown>> => {
  const { name, operator, account, registry = '', token, description, notice, url, contact } = answers;
  const [index, subindex] = registry.split(',').map(Number);
  const network = account === undefined ? undefined : partsOfCaip10(account).chain;
  const chain = network && findChainName(network);
  const registered =
    account === undefined
      ? 'No registration on a chain is claimed for it.'
      : `It is registered as token ${token} of the contract <${registry}> on ${chain ? `${chain} (${network})` : network}.`;
  return {
    name,
    description: description ?? earlier.description.replace(/^Demonstration of an agent/, 'An agent'),
    last_modified: today,
    demonstration: false,
    notice: notice ?? `${operator} operates this agent and answers for it. ${registered}`,
    provider: { organization: operator, ...(url === undefined ? {} : { url }) },
    contact,
    // Ids of feed entries never change, so a real agent keeps the domain that it has.
    tag_authority: earlier.demonstration ? `${domainOf(answers)},${today}` : earlier.tag_authority,
    registration: account && { network, account, registry: { index, subindex }, token_id: token },
  };
};

/** The files of receipts that are made up. */
const madeUp = (texts: FileTexts): string[] =>
  Object.keys(texts).filter(
    (file) => dirname(file) === RECEIPTS_FOLDER && isDemonstration({ receipt_id: basename(file, '.json') }),
  );

/** What is still to do, or still as in the demonstration, a line each. */
const checklist = ({ site, account, run }: Answers, { missingSettings }: Setup): string =>
  [
    ...missingSettings.map((line) => `Add to .env, which was left as it is: ${line}`),
    ...(run === 'systemd' ? [`Install the unit${unitUser}:\n  ${unitCommands}`] : []),
    ...(site?.startsWith('https:')
      ? [
          `The service itself listens on ${settings.host.default}:${settings.port.default} over HTTP, and ${site} needs a proxy in front of it: OPERATIONS.md, "Behind a proxy or a CDN".`,
        ]
      : []),
    ...(site === undefined
      ? ['Only this machine reaches the service. Set SITE_URL in .env when it has a public address.']
      : []),
    'Read skills and boundaries in datasets/agent.yaml: they are those of the demonstration.',
    'Keep copies of the keys in data/ in a safe place, and move data/decisions-key.json off a server.',
    'No decision is published yet: npm run receipts -- issue --key data/decisions-key.json.',
    account === undefined
      ? 'No registration on a chain is claimed. Each decision receipt names an account of the agent: write it there.'
      : 'Freeze the card that the registry names: npm run agent -- register-card, once SITE_URL is public.',
    'Nothing is anchored: OPERATIONS.md, "Anchoring", says how, and what it costs.',
    'The datasets are as shipped.',
  ]
    .map((line) => `- ${line}\n`)
    .join('');

/** Starts the service in this process’s place, as npm start does; it builds first. */
const start = (root: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['src/server/main.ts'], { cwd: root, stdio: 'inherit' });
    // Ctrl-C goes to both; the service ends by itself, and its exit code is the one that counts.
    process.once('SIGINT', () => undefined);
    child.once('error', reject);
    child.once('exit', (code) => {
      process.exitCode = code ?? 1;
      resolve();
    });
  });

/**
 * Puts a real agent in the place of the demonstration: its facts, keys and settings, and none of the receipts and keys that are made
 * up. Asks for the facts where none are given, and starts the service where that is wanted.
 * @param replace whether facts of a real agent may be replaced.
 * @throws CommandError that says what is wrong; then nothing was changed.
 */
export const initAgent = async (root: string, given: object, replace: boolean, now: Date): Promise<void> => {
  const refuse = (why: string): CommandError => new CommandError(`${why}\nNothing was changed.`);
  if (!existsSync(join(root, AGENT_FILE)))
    throw refuse(`${AGENT_FILE} is not there; expected to run in the folder of the project.`);
  const texts = { ...readDatasetTexts(root) };
  const { agent: earlier, problems: before } = checkDatasets(texts);
  if (earlier === undefined || before.length > 0) throw refuse(`${problemReport(before)}\nFix these first.`);
  if (!earlier.demonstration && !replace)
    throw refuse(`${AGENT_FILE} has the facts of a real agent, ${earlier.name}. To replace them, add --replace.`);
  const { data: answers, error } = Answers.safeParse(Object.keys(given).length > 0 ? given : await askFacts());
  if (error)
    throw refuse(
      error.issues.map((issue) => `--${issue.path.map(String).join('.')}: ${expectation(issue)}`).join('\n'),
    );
  const ownKeys = withoutDemonstrationKeys(texts[KEYS_FILE] ?? 'keys: []\n');
  const { keys: listed } = checkKeysFile({ [KEYS_FILE]: ownKeys });
  const wanted = { siteUrl: answers.site, unit: answers.run === 'systemd' };
  const refuseFailure = (failure: unknown): CommandError =>
    refuse(
      failure instanceof KeyFileError
        ? failure.message
        : `The files cannot be changed (${(failure as NodeJS.ErrnoException).code ?? 'unknown error'}).`,
    );
  const setup = await setUp(root, { keysText: ownKeys, listed }, wanted, now).catch((failure: unknown) => {
    throw refuseFailure(failure);
  });
  const agentText = replaceAgentFacts(texts[AGENT_FILE]!, factsOf(answers, earlier, now.toISOString().slice(0, 10)));
  const changes: FileChanges = new Map([
    ...madeUp(texts).map((file) => [file, undefined] as const),
    ...(setup.keysText === texts[KEYS_FILE] ? [] : [[KEYS_FILE, setup.keysText] as const]),
    // Last: until it is written the service calls itself a demonstration, and the command can be run again.
    [AGENT_FILE, agentText] as const,
  ]);
  const kept = Object.entries({ ...texts, ...Object.fromEntries(changes) }).filter(([, text]) => text !== undefined);
  try {
    const { problems } = checkDatasets(Object.fromEntries(kept) as FileTexts);
    if (problems.length > 0) throw refuse(problemReport(problems));
    await changeFiles(root, new Map([...changes.keys()].map((file) => [file, texts[file]!])), changes);
  } catch (failure) {
    await setup.undo();
    throw failure instanceof CommandError ? failure : refuseFailure(failure);
  }
  const changed = [
    ...[...changes].map(([file, text]) => `  ${text === undefined ? 'removed' : 'rewrote'} ${file}\n`),
    ...setup.made.map((file) => `  made ${file}\n`),
  ].join('');
  process.stdout.write(
    `${printableInLine(answers.name)} is the agent of the service:\n${changed}\nStill to do, or still as in the demonstration:\n${checklist(answers, setup)}`,
  );
  if (answers.run === 'here') await start(root);
};
