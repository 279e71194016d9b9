import type { APIRoute } from 'astro';
import { loadAgent } from '../../dataset-files/load.ts';
import { findRegisteredCard } from '../../dataset-files/registered-card.ts';
import { buildRegistrationFile } from '../../domain/agent/registration.ts';

/** The documents of a registration. None is there until an operator has filled one in: a demonstration claims none. */
export const getStaticPaths = () => {
  const agent = loadAgent();
  const { registration } = agent;
  if (registration === undefined) return [];
  const file = JSON.stringify(buildRegistrationFile(agent, registration, import.meta.env.SITE), null, 2);
  const card = findRegisteredCard(process.cwd())?.toString();
  return [
    { params: { registration: 'agent-registration' }, props: { text: `${file}\n` } },
    ...(card === undefined ? [] : [{ params: { registration: 'concordium-agent-card' }, props: { text: card } }]),
  ];
};

export const GET: APIRoute<{ text: string }> = ({ props }) => new Response(props.text);
