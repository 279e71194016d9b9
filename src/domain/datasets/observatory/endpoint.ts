import { z } from 'zod';
import { checkAccount } from '../../chains/address-rules.ts';
import { partsOfCaip10 } from '../../chains/caip.ts';
import { KnownCaip10 } from '../../chains/known-chains.ts';
import { JsonPointer } from '../../json/pointer.ts';
import { problemIf, type RuleProblem } from '../../vocabulary/errors.ts';
import { enumOf, type Term } from '../../vocabulary/terms.ts';
import { Sentence, WebAddress } from '../../vocabulary/text.ts';

/** What an endpoint speaks, with what it must answer. */
export const endpointProtocolTerms = {
  http: {
    label: 'HTTP',
    meaning: 'a GET returns JSON that has each member of `has`; without `has` only that it answers.',
  },
  graphql: { label: 'GraphQL', meaning: 'a POST of `query` returns each member of `has`.' },
  mcp: { label: 'MCP', meaning: 'it is initialized and lists its tools over Streamable HTTP.' },
  a2a: { label: 'A2A', meaning: 'a GET returns an agent card.' },
} as const satisfies Record<string, Term>;

const source = WebAddress.meta({ description: 'Which source of the record says so.' });
// A maintainer may keep a key for the host, so that no record may ask for more than a reading.
const query = Sentence.regex(/^\s*(\{|query\b)/, 'expected a query, which changes nothing')
  .optional()
  .meta({
    description: 'The query in GraphQL that is sent. Never one that changes anything.',
  });

/** An endpoint of the subject, and what a source says that it answers (SPEC.md §6.8). */
export const Endpoint = z
  .strictObject({
    url: WebAddress.meta({ description: 'Its address.' }),
    protocol: enumOf(endpointProtocolTerms, 'What it speaks.'),
    status: z
      .int()
      .min(200)
      .max(499)
      .optional()
      .meta({ description: 'The status of its answer, where that is not 200: 402 of one that asks for a payment.' }),
    query,
    has: z
      .array(JsonPointer)
      .min(1)
      .max(10)
      .optional()
      .meta({ description: 'Members that its answer has (RFC 6901).', examples: [['/servers']] }),
    source,
  })
  .meta({ description: 'One endpoint, and what a source says that it answers. Read only: no payment, no login.' });
export type Endpoint = z.infer<typeof Endpoint>;

/** Where an index shows an entry of a registry, and where in its answer the facts stand (SPEC.md §6.8). */
export const IndexEntry = z
  .strictObject({
    url: WebAddress.meta({ description: 'The address that the index shows the entry at.' }),
    query,
    registry: KnownCaip10.meta({ description: 'The registry contract that the entry is from (CAIP-10).' }),
    agent: JsonPointer.meta({ description: 'Where its answer has the id of the entry in the registry (RFC 6901).' }),
    owner: JsonPointer.meta({ description: 'Where its answer has the owner.' }),
    card_address: JsonPointer.optional().meta({ description: 'Where its answer has the address of the card.' }),
    source,
  })
  .meta({ description: 'One entry that an index shows, to be compared with its registry.' });
export type IndexEntry = z.infer<typeof IndexEntry>;

interface Asked {
  readonly check: string;
  readonly endpoints?: readonly Endpoint[] | undefined;
  readonly entries?: readonly IndexEntry[] | undefined;
}

const checkOf = { endpoints: 'endpoint_liveness', entries: 'index_agreement' } as const;

const endpointProblems = (
  { protocol, query: asked, has, status }: Endpoint,
  path: RuleProblem['path'],
): RuleProblem[] => {
  const isGraphql = protocol === 'graphql';
  const isOfItsOwnForm = protocol === 'mcp' || protocol === 'a2a';
  const own = 'not allowed; the protocol says what the answer has';
  return [
    ...problemIf(isGraphql && asked === undefined, [...path, 'query'], 'missing; expected the query in GraphQL'),
    ...problemIf(!isGraphql && asked !== undefined, [...path, 'query'], 'not allowed; only graphql has a query'),
    ...problemIf(isGraphql && has === undefined, [...path, 'has'], 'missing; expected the members of the answer'),
    ...problemIf(isOfItsOwnForm && has !== undefined, [...path, 'has'], own),
    ...problemIf(isOfItsOwnForm && status !== undefined, [...path, 'status'], own),
  ];
};

const entryProblems = ({ registry }: IndexEntry, path: RuleProblem['path']): RuleProblem[] => [
  ...checkAccount(registry).map((message): RuleProblem => ({ path: [...path, 'registry'], message })),
  ...problemIf(
    partsOfCaip10(registry).namespace !== 'eip155',
    [...path, 'registry'],
    'entries are compared with registries on EVM chains; expected a contract on an eip155 chain',
  ),
];

/**
 * The rules for what is asked of endpoints and indexes: each belongs to its check, is complete, and names a source that
 * the record has.
 */
export const checkAsked = (
  { check, endpoints, entries }: Asked,
  sources: readonly string[],
  path: RuleProblem['path'],
): RuleProblem[] => {
  const allowed = (member: keyof typeof checkOf, asked: readonly unknown[] | undefined) =>
    problemIf(
      asked !== undefined && check !== checkOf[member],
      [...path, member],
      `not allowed for ${check}; only ${checkOf[member]} has ${member}`,
    );
  const sourced = ({ source: named }: { readonly source: string }, place: RuleProblem['path']) =>
    problemIf(
      !sources.includes(named),
      [...place, 'source'],
      'is not a source of the record; expected the address of one',
    );
  // An observation is kept by its address.
  const once = (asked: readonly { readonly url: string }[], at: number, place: RuleProblem['path']) =>
    problemIf(
      asked.findIndex(({ url }) => url === asked[at]!.url) < at,
      [...place, 'url'],
      'is already in the list; expected each address once',
    );
  return [
    ...allowed('endpoints', endpoints),
    ...allowed('entries', entries),
    ...(endpoints ?? []).flatMap((one, at) => {
      const place = [...path, 'endpoints', at];
      return [...endpointProblems(one, place), ...sourced(one, place), ...once(endpoints ?? [], at, place)];
    }),
    ...(entries ?? []).flatMap((one, at) => {
      const place = [...path, 'entries', at];
      return [...entryProblems(one, place), ...sourced(one, place), ...once(entries ?? [], at, place)];
    }),
  ];
};
