import { z } from 'zod';
import { checkAccount, checkSameChain } from '../chains/address-rules.ts';
import { Caip2, Caip10 } from '../chains/caip.ts';
import { ContractAddress } from '../chains/concordium-reference.ts';
import { findExpectedChain } from '../chains/known-chains.ts';
import { SIMULATION_MARK } from '../chains/network.ts';
import { problemIf, type RuleProblem } from '../vocabulary/errors.ts';
import { isDomain, Name, Sentence, Slug, Website } from '../vocabulary/text.ts';
import { Day } from '../vocabulary/timestamp.ts';

/** A skill of the agent, as an A2A agent card lists it. */
const AgentSkill = z
  .strictObject({
    id: Slug.meta({ description: 'Permanent name of the skill.' }),
    name: Name.meta({ description: 'Name for people.' }),
    description: Sentence.meta({ description: 'What it does.' }),
    tags: z.array(Slug).min(1).meta({ description: 'Search words.' }),
    examples: z.array(Sentence).min(1).optional().meta({ description: 'Requests it answers.' }),
  })
  .meta({ description: 'A skill: something that the agent can be asked to do.' });

/** Where the agent is registered. Set only by an operator with a real registration. */
export const AgentRegistration = z
  .strictObject({
    network: Caip2.meta({ description: 'Chain of the registry (CAIP-2).' }),
    account: Caip10.meta({ description: 'Account that owns the registration (CAIP-10).' }),
    registry: ContractAddress.meta({ description: 'Registry contract.' }),
    token_id: z
      .string()
      .regex(/^(0|[1-9]\d{0,19})$/, 'expected a whole number, in quotes')
      .meta({ description: 'Token of the agent in that registry. Text, because token ids can exceed 2^53.' }),
  })
  .meta({ description: 'Registration of the agent on a chain.' });
export type AgentRegistration = z.infer<typeof AgentRegistration>;

/** The facts about the one agent that the service speaks for: `datasets/agent.yaml` (SPEC.md §5.7). */
export const AgentFacts = z
  .strictObject({
    name: Name.meta({ description: 'Name of the agent.' }),
    description: Sentence.meta({ description: 'What the agent is for.' }),
    version: Name.meta({ description: 'Version of the agent.' }),
    last_modified: Day.meta({ description: 'Day on which these facts last changed.' }),
    demonstration: z.boolean().meta({ description: 'True while no real agent stands behind the service.' }),
    notice: Sentence.meta({ description: 'The first thing that readers of any document about the agent should know.' }),
    provider: z
      .strictObject({
        organization: Name.meta({ description: 'Who runs the service.' }),
        url: Website.optional().meta({
          description: 'Their website; absent means the base address of the service.',
        }),
      })
      .meta({ description: 'Who runs the service.' }),
    contact: Name.optional().meta({ description: 'How to reach the provider, besides the intake.' }),
    source_url: Website.optional().meta({ description: 'Where the provider publishes the source of the service.' }),
    tag_authority: z
      .string()
      .regex(
        /^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*,\d{4}(-\d\d){0,2}$/,
        'expected a domain and a day on which it was held, for instance example.org,2026-11-20',
      )
      .meta({
        description:
          'A domain that the provider held on a day (RFC 4151), for the ids of feed entries. It never changes.',
      }),
    registration: AgentRegistration.optional().meta({ description: 'Absent while no registration is claimed.' }),
    skills: z.array(AgentSkill).min(1).meta({ description: 'The skills of the agent.' }),
    boundaries: z.array(Sentence).min(1).meta({ description: 'What the service does not do, one statement each.' }),
  })
  .meta({ description: 'Facts about the agent that the service speaks for.' });
export type AgentFacts = z.infer<typeof AgentFacts>;

/** What is wrong with the network of a registration: it is unknown, and no simulation, which is there to try things out. */
export const checkNetwork = (network: Caip2): RuleProblem[] => {
  const expected = network.startsWith(`ccd:${SIMULATION_MARK}`) ? undefined : findExpectedChain(network);
  const message = `"${network}" is not a known chain; ${expected}`;
  return problemIf(expected !== undefined, ['registration', 'network'], message);
};

/** The rules for these facts that their schema cannot express. */
export const checkAgentFacts = ({ demonstration, tag_authority, registration, skills }: AgentFacts): RuleProblem[] => [
  ...problemIf(
    demonstration && registration !== undefined,
    ['registration'],
    'a demonstration has no registration; expected demonstration: false, or no registration',
  ),
  ...problemIf(
    !demonstration && !isDomain(tag_authority.split(',')[0]!),
    ['tag_authority'],
    'it belongs to nobody; expected a domain of the provider, with a day on which it was held',
  ),
  ...(registration === undefined
    ? []
    : [
        ...checkNetwork(registration.network),
        ...[...checkSameChain(registration.account, registration.network), ...checkAccount(registration.account)].map(
          (message) => ({ path: ['registration', 'account'], message }),
        ),
      ]),
  ...skills.flatMap(({ id }, at) =>
    problemIf(
      skills.findIndex((skill) => skill.id === id) < at,
      ['skills', at, 'id'],
      `"${id}" is already in the list; expected each skill once`,
    ),
  ),
];
