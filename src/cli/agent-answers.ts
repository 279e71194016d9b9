import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { z } from 'zod';
import type { AgentFacts } from '../domain/agent/agent.ts';
import { checkAccount } from '../domain/chains/address-rules.ts';
import { Caip10, partsOfCaip10 } from '../domain/chains/caip.ts';
import { expectation } from '../domain/vocabulary/input-problems.ts';
import { isDomain, Name, Sentence, Website } from '../domain/vocabulary/text.ts';
import type { Day } from '../domain/vocabulary/timestamp.ts';
import { askText } from './interview.ts';
import { CommandError, printableInLine } from './terminal.ts';

const Whole = z.string().regex(/^(0|[1-9]\d{0,19})$/, 'expected a whole number');

const isPlain = (text: string): boolean => printableInLine(text) === text;
const notPlain = 'expected text without characters that turn the direction of writing or control a terminal';
const PlainName = Name.refine(isPlain, notPlain);
const PlainSentence = Sentence.refine(isPlain, notPlain);

/** What an operator says about their agent. The descriptions are the questions. */
const members = {
  name: PlainName.meta({ description: 'Name of the agent' }),
  operator: PlainName.meta({ description: 'Who operates it: a person or an organisation' }),
  contact: PlainName.meta({ description: 'How to reach the operator, besides the intake' }),
  account: Caip10.meta({ description: 'Account that owns the registration (CAIP-10), or nothing without one' }),
  registry: z
    .string()
    .regex(
      /^(0|[1-9]\d{0,14}),(0|[1-9]\d{0,14})$/,
      'expected the index and subindex of the contract, for instance 10082,0',
    )
    .meta({ description: 'Registry contract, index,subindex' }),
  token: Whole.meta({ description: 'Token of the agent in that registry' }),
  description: PlainSentence.meta({ description: 'What the agent is for' }),
  notice: PlainSentence.meta({ description: 'The first thing that readers should know' }),
  url: Website.refine(isPlain, notPlain).meta({ description: 'Website of the operator' }),
  domain: z
    .string()
    .refine(isDomain, 'expected a domain in lower case, for instance example.org, and no IP address')
    .meta({ description: 'A domain of the operator, for the ids of feed entries (RFC 4151)' }),
};
type Member = keyof typeof members;
export type Answers = Partial<Record<Member, string>>;

/** The members of the answers, with what each is. */
export const answerMembers = Object.entries(members).map(([name, schema]) => ({
  name: name as Member,
  description: schema.meta()!.description!,
}));

const asked: readonly Member[] = ['name', 'operator', 'contact', 'account'];
const required: readonly Member[] = ['name', 'operator', 'contact'];
const ofRegistration: readonly Member[] = ['account', 'registry', 'token'];

/** The domain that the answers name: as such, in the website, or in an e-mail address. */
const domainOf = ({ domain, url, contact }: Answers): string | undefined =>
  domain ??
  [URL.parse(url ?? '')?.hostname, /@([^@\s]+)$/.exec(contact ?? '')?.[1]?.toLowerCase()].find(
    (name) => name !== undefined && isDomain(name),
  );

const problemOf = (member: Member, value: string): string | undefined => {
  const parsed = members[member].safeParse(value);
  return parsed.success ? undefined : expectation(parsed.error.issues[0]!);
};

/** The answers in a file, in YAML or JSON. @throws CommandError that names every problem */
export const readAnswers = (file: string): Answers => {
  let content: unknown;
  try {
    // Every scalar as it is written: a token may be larger than a number can be, and a contact may begin with +.
    content = parse(readFileSync(file, 'utf8'), { schema: 'failsafe' });
  } catch (error) {
    throw new CommandError(`${file} cannot be read: ${(error as Error).message.split('\n')[0]}`);
  }
  const read = z.strictObject(Object.fromEntries(Object.keys(members).map((name) => [name, z.string().optional()])));
  const parsed = read.safeParse(content);
  if (parsed.success) return parsed.data;
  throw new CommandError(
    parsed.error.issues
      .map((issue) =>
        issue.code === 'unrecognized_keys'
          ? `${file}: ${issue.keys.map(printableInLine).join(', ')}: expected one of ${Object.keys(members).join(', ')}`
          : `${file}: ${printableInLine(issue.path.join('.')) || 'file'}: ${expectation(issue)}`,
      )
      .join('\n'),
  );
};

/** Asks for what is not answered yet, at a terminal. */
export const askForRest = async (answers: Answers): Promise<Answers> => {
  const all = { ...answers };
  const ask = async (member: Member): Promise<void> => {
    if (all[member] !== undefined) return;
    const answer = await askText({
      message: members[member].meta()!.description!,
      problemOf: (typed) => (typed === '' && !required.includes(member) ? undefined : problemOf(member, typed)),
    });
    if (answer !== '') all[member] = answer;
  };
  for (const member of asked) await ask(member);
  if (domainOf(all) === undefined) await ask('domain');
  if (all.account !== undefined) for (const member of ofRegistration) await ask(member);
  return all;
};

/** Whether nothing needs to be asked for. */
export const areComplete = (answers: Answers): boolean => required.every((member) => answers[member] !== undefined);

/** Every problem of the answers that can be seen before they are in the file, one line each. */
export const answerProblems = (answers: Answers): string[] => {
  const given = ofRegistration.filter((member) => answers[member] !== undefined);
  return [
    ...required
      .filter((member) => answers[member] === undefined)
      .map((member) => `${member}: is missing; expected: ${members[member].meta()!.description}`),
    ...(domainOf(answers) === undefined
      ? [
          'domain: is missing; expected one of the operator, for instance example.org, or one in url (https://example.org) or contact (agent@example.org)',
        ]
      : []),
    ...Object.entries(answers).flatMap(([member, value]) => {
      const problem = problemOf(member as Member, value);
      return problem === undefined ? [] : [`${member}: ${problem}`];
    }),
    ...(members.account.safeParse(answers.account).success
      ? checkAccount(answers.account as Caip10).map((problem) => `account: ${problem}`)
      : []),
    ...(given.length === 0 || given.length === ofRegistration.length
      ? []
      : ['account, registry and token go together: expected all of them, or none while there is no registration']),
  ];
};

/** The members of the file about the agent that answers without problems decide. */
export const factsOf = (
  answers: Answers,
  earlier: AgentFacts,
  today: Day,
): Partial<Record<keyof AgentFacts, unknown>> => {
  const { name, operator, account, registry, token, description, notice, url, contact } = answers;
  const [index, subindex] = (registry ?? '').split(',').map(Number);
  const network = account === undefined ? undefined : partsOfCaip10(account as Caip10).chain;
  const registration = account && { network, account, registry: { index, subindex }, token_id: token };
  const registered = registration
    ? `It is registered as token ${token} of the contract <${registry}> on ${network}.`
    : 'No registration on a chain is claimed for it.';
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
    registration,
  };
};
