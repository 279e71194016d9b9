import { z } from 'zod';
import { checkAccount } from '../../chains/address-rules.ts';
import { KnownCaip10 } from '../../chains/known-chains.ts';
import { problemIf, type RuleProblem } from '../../vocabulary/errors.ts';
import { enumOf, type Term } from '../../vocabulary/terms.ts';
import { WebAddress } from '../../vocabulary/text.ts';
import { type ContractRead, readProblems } from './contract-read.ts';

/** A place in a JSON document (RFC 6901). */
const JsonPointer = z
  .string()
  .max(500)
  .regex(/^(\/([^/~]|~[01])*)+$/, 'expected a JSON Pointer, for instance /data/0/owner')
  .meta({ description: 'A place in a JSON document (RFC 6901).' });

/** What an endpoint speaks, with what it must answer. */
const endpointProtocolTerms = {
  http: {
    label: 'HTTP',
    meaning: 'a GET returns JSON that has each member of `has`; without `has`, no run asks it.',
  },
  mcp: { label: 'MCP', meaning: 'it is initialized and lists its tools over Streamable HTTP.' },
  a2a: { label: 'A2A', meaning: 'a GET returns an agent card.' },
} as const satisfies Record<string, Term>;

const source = WebAddress.meta({ description: 'Which source of the record says so.' });

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
    registry: KnownCaip10.meta({ description: 'The registry contract that the entry is from (CAIP-10).' }),
    agent: JsonPointer.meta({ description: 'Where its answer has the id of the entry in the registry (RFC 6901).' }),
    owner: JsonPointer.meta({ description: 'Where its answer has the owner.' }),
    source,
  })
  .meta({ description: 'One entry that an index shows, to be compared with its registry.' });
export type IndexEntry = z.infer<typeof IndexEntry>;

const endpointProblems = ({ protocol, has, status }: Endpoint, path: RuleProblem['path']): RuleProblem[] =>
  Object.entries({ has, status }).flatMap(([member, value]) =>
    problemIf(
      protocol !== 'http' && value !== undefined,
      [...path, member],
      'not allowed; the protocol says what the answer has',
    ),
  );

const entryProblems = ({ registry }: IndexEntry, path: RuleProblem['path']): RuleProblem[] => [
  ...checkAccount(registry).map((message): RuleProblem => ({ path: [...path, 'registry'], message })),
  ...problemIf(
    !registry.startsWith('eip155:'),
    [...path, 'registry'],
    'entries are compared with registries on EVM chains; expected a contract on an eip155 chain',
  ),
];

interface Asked {
  readonly check: string;
  readonly reads?: readonly ContractRead[] | undefined;
  readonly endpoints?: readonly Endpoint[] | undefined;
  readonly entries?: readonly IndexEntry[] | undefined;
}

const checkOf = { reads: 'contract_state', endpoints: 'endpoint_liveness', entries: 'index_agreement' } as const;

/**
 * The rules for what is asked of contracts, endpoints and indexes: each belongs to its check, is complete, and names a
 * source that the record has.
 */
export const checkAsked = (
  { check, reads, endpoints, entries }: Asked,
  sources: readonly string[],
  path: RuleProblem['path'],
): RuleProblem[] => {
  const problemsOf = <One extends { readonly url?: string; readonly source: string }>(
    member: keyof typeof checkOf,
    asked: readonly One[] = [],
    ownProblems: (one: One, place: RuleProblem['path']) => RuleProblem[],
  ): RuleProblem[] => [
    ...problemIf(
      asked.length > 0 && check !== checkOf[member],
      [...path, member],
      `not allowed for ${check}; only ${checkOf[member]} has ${member}`,
    ),
    ...asked.flatMap((one, at) => [
      ...ownProblems(one, [...path, member, at]),
      ...problemIf(
        !sources.includes(one.source),
        [...path, member, at, 'source'],
        'is not a source of the record; expected the address of one',
      ),
      // A result is kept by the address that it is about.
      ...problemIf(
        one.url !== undefined && asked.findIndex(({ url }) => url === one.url) < at,
        [...path, member, at, 'url'],
        'is already in the list; expected each address once',
      ),
    ]),
  ];
  return [
    ...problemsOf('reads', reads, readProblems),
    ...problemsOf('endpoints', endpoints, endpointProblems),
    ...problemsOf('entries', entries, entryProblems),
  ];
};
