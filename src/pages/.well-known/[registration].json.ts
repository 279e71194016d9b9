import { loadAgent } from '../../dataset-files/load.ts';
import { findRegisteredCard } from '../../dataset-files/registered-card.ts';
import { RegisteredCard } from '../../domain/agent/registered-card.ts';
import { buildRegistrationFile, RegistrationFile } from '../../domain/agent/registration-file.ts';
import { checkedText } from '../../domain/json/document-text.ts';
import { documentFiles } from '../../http/document.ts';

const siteUrl = import.meta.env.SITE;
const agent = loadAgent();
const { registration } = agent;
const frozen = findRegisteredCard(process.cwd());

const registrationFile = {
  id: 'getAgentRegistration',
  tag: 'Agent',
  summary: 'Agent registration file',
  description: 'Where the agent is registered on a chain, in the shape of ERC-8004.',
  schema: RegistrationFile,
  params: { registration: 'agent-registration' },
} as const;

const registeredCard = {
  id: 'getRegisteredAgentCard',
  tag: 'Agent',
  summary: 'Registered agent card',
  description: 'The card whose SHA-256 the agent registry on the chain holds. Its bytes never change.',
  schema: RegisteredCard,
  params: { registration: 'concordium-agent-card' },
} as const;

// Neither is there until an operator has filled in a registration: a demonstration claims none.
const files = [
  ...(registration
    ? [
        {
          listed: registrationFile,
          content: () => checkedText(registrationFile, buildRegistrationFile(agent, registration, siteUrl)),
        },
      ]
    : []),
  ...(registration && frozen ? [{ listed: registeredCard, content: () => new Uint8Array(frozen) }] : []),
];

export const { GET, getStaticPaths } = documentFiles(
  files.map(({ listed }) => listed),
  () => Promise.resolve(files.map(({ listed, content }) => ({ params: listed.params, content }))),
);
