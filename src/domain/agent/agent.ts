import { z } from 'zod';
import { checkAccount, checkSameChain } from '../chains/address-rules.ts';
import { Caip2, Caip10 } from '../chains/caip.ts';
import { ContractAddress } from '../chains/concordium-reference.ts';
import type { RuleProblem } from '../vocabulary/rule-problem.ts';
import { Name, Sentence, Slug, WebAddress } from '../vocabulary/text.ts';
import { Day } from '../vocabulary/timestamp.ts';

/** Something the agent can be asked for, as an A2A agent card lists it. */
export const AgentSkill = z
  .strictObject({
    id: Slug.meta({ description: 'Permanent name of the skill.' }),
    name: Name.meta({ description: 'Name for people.' }),
    description: Sentence.meta({ description: 'What it does.' }),
    tags: z.array(Slug).min(1).meta({ description: 'Words to find it by.' }),
    examples: z.array(Sentence).min(1).optional().meta({ description: 'Requests it answers.' }),
  })
  .meta({ description: 'Something the agent can be asked for.' });
export type AgentSkill = z.infer<typeof AgentSkill>;

/** Where the agent is registered. Only an operator with a real registration gives this. */
export const AgentRegistration = z
  .strictObject({
    network: Caip2.meta({ description: 'Chain of the registry (CAIP-2).' }),
    account: Caip10.meta({ description: 'Account that owns the registration (CAIP-10).' }),
    registry: ContractAddress.meta({ description: 'Registry contract.' }),
    token_id: z
      .string()
      .regex(/^(0|[1-9]\d{0,19})$/, 'expected a whole number, in quotes')
      .meta({ description: 'Token of the agent in that registry. Text, because token ids pass 2^53.' }),
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
    demonstration: z.boolean().meta({ description: 'True as long as no real agent stands behind the service.' }),
    notice: Sentence.meta({ description: 'What readers of every document about the agent should know first.' }),
    provider: z
      .strictObject({
        organization: Name.meta({ description: 'Who runs the service.' }),
        url: WebAddress.optional().meta({
          description: 'Their address; absent means the base address of the service.',
        }),
      })
      .meta({ description: 'Who runs the service.' }),
    contact: Name.optional().meta({ description: 'How to reach the provider, besides the intake.' }),
    registration: AgentRegistration.optional().meta({ description: 'Absent as long as no registration is claimed.' }),
    skills: z.array(AgentSkill).min(1).meta({ description: 'What the agent can be asked for.' }),
    boundaries: z.array(Sentence).min(1).meta({ description: 'What the service does not do, one statement each.' }),
  })
  .meta({ description: 'Facts about the agent that the service speaks for.' });
export type AgentFacts = z.infer<typeof AgentFacts>;

/** The rules of the agent’s facts that their schema cannot say. */
export const checkAgentFacts = ({ demonstration, registration, skills }: AgentFacts): RuleProblem[] => [
  ...(demonstration && registration !== undefined
    ? [
        {
          path: ['registration'],
          message: 'a demonstration has no registration; expected demonstration: false, or no registration',
        },
      ]
    : []),
  ...(registration === undefined
    ? []
    : [...checkSameChain(registration.account, registration.network), ...checkAccount(registration.account)].map(
        (message) => ({ path: ['registration', 'account'], message }),
      )),
  ...skills.flatMap(({ id }, at) =>
    skills.findIndex((skill) => skill.id === id) < at
      ? [{ path: ['skills', at, 'id'], message: `"${id}" is in the list already; expected each skill once` }]
      : [],
  ),
];
