import { createInterface } from 'node:readline';
import { z } from 'zod';
import { settings } from '../config.ts';
import { checkNetwork } from '../domain/agent/agent.ts';
import { checkAccount } from '../domain/chains/address-rules.ts';
import { Caip10, partsOfCaip10 } from '../domain/chains/caip.ts';
import { withChainOfName } from '../domain/chains/known-chains.ts';
import { expectation } from '../domain/vocabulary/input-problems.ts';
import { isDomain, Name, Sentence, Website } from '../domain/vocabulary/text.ts';
import { CommandError } from './terminal.ts';

const SiteUrl = z.string().transform((text, { addIssue }) => {
  try {
    return settings.siteUrl.value.parse(text);
  } catch {
    addIssue(`expected ${settings.siteUrl.value.form}`);
    return z.NEVER;
  }
});

/** The domain that the answers name: as such, in the website, or in an e-mail address. */
export const domainOf = ({ domain, url, contact }: { [Name in 'domain' | 'url' | 'contact']?: string | undefined }) =>
  [domain, URL.parse(url ?? '')?.hostname, /@([^@\s]+)$/.exec(contact ?? '')?.[1]?.toLowerCase()].find(
    (name) => name !== undefined && isDomain(name),
  );

/** What an operator says about their agent, and about where it runs; each member is an option of the command. */
const Fact = z.object({
  name: Name.meta({ description: 'name of the agent' }),
  operator: Name.meta({ description: 'who operates it: a person or an organisation' }),
  contact: Name.meta({ description: 'how to reach the operator, besides the intake' }),
  domain: z
    .string()
    .refine(isDomain, 'expected a domain in lower case, for instance example.org, and no IP address')
    .optional()
    .meta({ description: 'domain of the operator, for the ids of feed entries (RFC 4151); that of url or contact' }),
  description: Sentence.optional().meta({ description: 'what the agent is for' }),
  account: z
    .string()
    .refine((text) => text.includes(':'), {
      error: 'expected a CAIP-10 account; put ccd:testnet: or ccd:mainnet: in front of the address',
      abort: true,
    })
    .transform(withChainOfName)
    .pipe(Caip10)
    .superRefine((account, { addIssue }) => {
      const network = checkNetwork(partsOfCaip10(account).chain).map(({ message }) => message);
      for (const message of [...network, ...checkAccount(account)]) addIssue(message);
    })
    .optional()
    .meta({
      description: 'account that owns its registration: ccd:mainnet:…, ccd:testnet:… or another CAIP-10 account',
    }),
  registry: z
    .string()
    .regex(/^\d{1,15},\d{1,15}$/, 'expected the index and subindex of the contract, for instance 10082,0')
    .optional()
    .meta({ description: 'registry contract, index,subindex' }),
  token: z.string().optional().meta({ description: 'token of the agent in that registry' }),
  notice: Sentence.optional().meta({ description: 'the first thing that readers should know' }),
  url: Website.optional().meta({ description: 'website of the operator' }),
  site: SiteUrl.optional().meta({ description: 'public address of the service (SITE_URL)' }),
  run: z.enum(['here', 'systemd', 'later']).default('later').meta({
    description: 'here: build and start it now; systemd: write a unit for this machine; later, the default: neither',
  }),
});

/** The flags and description of the option for each fact. */
export const factOptions = Object.entries(Fact.shape).map(
  ([name, schema]) => [`--${name} <text>`, schema.meta()!.description!] as const,
);

export const Answers = Fact.superRefine((answers, { addIssue }) => {
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

type Given = Partial<Record<keyof Answers, string | undefined>>;

/** The questions in their order, at most ten; `when` says whether one is asked. */
const questions: readonly { fact: keyof Answers; ask: string; when?: (given: Given) => boolean }[] = [
  { fact: 'name', ask: 'What is the name of the agent?' },
  { fact: 'operator', ask: 'Who operates it, a person or an organisation?' },
  { fact: 'contact', ask: 'How can people reach the operator, for instance agent@example.org?' },
  {
    fact: 'domain',
    ask: 'Which domain does the operator hold, for instance example.org? The ids of feed entries are made with it.',
    when: (given) => domainOf(given) === undefined,
  },
  { fact: 'description', ask: 'What is the agent for, in a sentence? (Enter: as in datasets/agent.yaml)' },
  {
    fact: 'account',
    ask: 'Which account owns its registration, ccd:mainnet:… or ccd:testnet:…? (Enter: it is not registered)',
  },
  {
    fact: 'registry',
    ask: 'In which contract, index,subindex? (Enter: it is not registered after all)',
    when: ({ account }) => account !== undefined,
  },
  {
    fact: 'token',
    ask: 'As which token? (Enter: it is not registered after all)',
    when: ({ account }) => account !== undefined,
  },
  { fact: 'site', ask: `At which public address will people reach the service? (Enter: ${settings.siteUrl.default})` },
  { fact: 'run', ask: 'Run it here now, under systemd, or later? (here, systemd, later; Enter: here)' },
];

/**
 * Asks for the facts, each until its answer can be used.
 * @throws CommandError when the input ends before the last answer.
 */
export const askFacts = async (): Promise<Given> => {
  const lines = createInterface({ input: process.stdin, output: process.stdout });
  const answers = lines[Symbol.asyncIterator]();
  let given: Given = {};
  try {
    for (const { fact, ask, when } of questions) {
      if (when?.(given) === false) continue;
      for (;;) {
        process.stdout.write(`${ask}\n> `);
        const answer = await answers.next();
        if (answer.done) throw new CommandError('The answers ended before the last question.\nNothing was changed.');
        const text = answer.value.trim();
        if (text === '' && fact !== 'domain' && Fact.shape[fact].safeParse(undefined).success) {
          // An account without a registration is no fact that the agent has.
          if (fact === 'registry' || fact === 'token') given = { ...given, account: undefined, registry: undefined };
          break;
        }
        const { error } = Fact.shape[fact].safeParse(text);
        if (error === undefined) {
          given[fact] = text;
          break;
        }
        process.stdout.write(`That cannot be used: ${error.issues.map(expectation).join('; ')}.\n`);
      }
    }
  } finally {
    lines.close();
  }
  return { ...given, run: given.run ?? 'here' };
};
