import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { changeFiles, type FileChanges } from '../dataset-files/change-files.ts';
import { checkDatasets } from '../dataset-files/check.ts';
import { AGENT_FILE, replaceAgentFacts } from '../dataset-files/check-agent.ts';
import { KEYS_FILE, withoutDemonstrationKeys } from '../dataset-files/check-keys.ts';
import { RECEIPTS_FOLDER } from '../dataset-files/check-receipts.ts';
import { problemReport } from '../dataset-files/problem-report.ts';
import { type FileTexts, readDatasetTexts } from '../dataset-files/read-files.ts';
import type { AgentFacts } from '../domain/agent/agent.ts';
import { Caip10, partsOfCaip10 } from '../domain/chains/caip.ts';
import { expectation } from '../domain/vocabulary/input-problems.ts';
import { isDomain, Name, Sentence, Website } from '../domain/vocabulary/text.ts';
import type { Day } from '../domain/vocabulary/timestamp.ts';
import { CommandError, printableInLine } from './terminal.ts';

/** The domain that the answers name: as such, in the website, or in an e-mail address. */
const domainOf = ({ domain, url, contact }: { [Name in 'domain' | 'url' | 'contact']?: string | undefined }) =>
  [domain, URL.parse(url ?? '')?.hostname, /@([^@\s]+)$/.exec(contact ?? '')?.[1]?.toLowerCase()].find(
    (name) => name !== undefined && isDomain(name),
  );

/** What an operator says about their agent; each member is an option of the command. */
export const Answers = z
  .object({
    name: Name.meta({ description: 'name of the agent' }),
    operator: Name.meta({ description: 'who operates it: a person or an organisation' }),
    contact: Name.meta({ description: 'how to reach the operator, besides the intake' }),
    account: Caip10.optional().meta({ description: 'account that owns the registration (CAIP-10), if there is one' }),
    registry: z
      .string()
      .regex(/^\d{1,15},\d{1,15}$/, 'expected the index and subindex of the contract, for instance 10082,0')
      .optional()
      .meta({ description: 'registry contract, index,subindex' }),
    token: z.string().optional().meta({ description: 'token of the agent in that registry' }),
    description: Sentence.optional().meta({ description: 'what the agent is for' }),
    notice: Sentence.optional().meta({ description: 'the first thing that readers should know' }),
    url: Website.optional().meta({ description: 'website of the operator' }),
    domain: z
      .string()
      .refine(isDomain, 'expected a domain in lower case, for instance example.org, and no IP address')
      .optional()
      .meta({ description: 'domain of the operator, for the ids of feed entries (RFC 4151); that of url or contact' }),
  })
  .superRefine((answers, { addIssue }) => {
    const { account, registry, token } = answers;
    if (new Set([account, registry, token].map((part) => part === undefined)).size > 1)
      addIssue({
        code: 'custom',
        path: ['account'],
        message: 'account, registry and token go together: expected all or none',
      });
    if (domainOf(answers) === undefined)
      addIssue({
        code: 'custom',
        path: ['domain'],
        message: 'expected one of the operator here, in url or in contact',
      });
  });
export type Answers = z.infer<typeof Answers>;

/** The members of the file about the agent that the answers decide. */
const factsOf = (answers: Answers, earlier: AgentFacts, today: Day): Partial<Record<keyof AgentFacts, unknown>> => {
  const { name, operator, account, registry = '', token, description, notice, url, contact } = answers;
  const [index, subindex] = registry.split(',').map(Number);
  const network = account === undefined ? undefined : partsOfCaip10(account).chain;
  const registered =
    account === undefined
      ? 'No registration on a chain is claimed for it.'
      : `It is registered as token ${token} of the contract <${registry}> on ${network}.`;
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

const changesOf = (texts: FileTexts, agentText: string): FileChanges => {
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

/**
 * Puts a real agent in the place of the demonstration: its facts, and none of the receipts and keys that are made up.
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
  const { data: answers, error } = Answers.safeParse(given);
  if (error)
    throw refuse(
      error.issues.map((issue) => `--${issue.path.map(String).join('.')}: ${expectation(issue)}`).join('\n'),
    );
  const changes = changesOf(
    texts,
    replaceAgentFacts(texts[AGENT_FILE]!, factsOf(answers, earlier, now.toISOString().slice(0, 10))),
  );
  const kept = Object.entries({ ...texts, ...Object.fromEntries(changes) }).filter(([, text]) => text !== undefined);
  const { problems } = checkDatasets(Object.fromEntries(kept) as FileTexts);
  if (problems.length > 0) throw refuse(problemReport(problems));
  try {
    await changeFiles(root, new Map([...changes.keys()].map((file) => [file, texts[file]!])), changes);
  } catch (failure) {
    throw refuse(`The files cannot be changed (${(failure as NodeJS.ErrnoException).code ?? 'unknown error'}).`);
  }
  const changed = [...changes]
    .map(([file, text]) => `  ${text === undefined ? 'removed' : 'rewrote'} ${file}\n`)
    .join('');
  process.stdout.write(
    `${printableInLine(answers.name)} is the agent of the service:\n${changed}Next: make a key for decisions (npm run keys -- new), then build and look at /agent. OPERATIONS.md has the rest.\n`,
  );
};
