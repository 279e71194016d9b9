import { loadAgent } from '../dataset-files/load.ts';
import { AgentCard, buildAgentCard } from '../domain/agent/agent-card.ts';
import { canonicalText } from '../domain/json/canonical-json.ts';
import { document, type DocumentRoute } from '../http/document.ts';
import { signBuilt } from './sign-built.ts';

/** The agent card under an operation name: both well-known addresses serve the same bytes (SPEC.md §5.5). */
export const agentCardRoute = (id: string): DocumentRoute =>
  document(
    {
      id,
      tag: 'Agent',
      summary: 'Agent card',
      description:
        'For agent-to-agent discovery, strictly in the shape of A2A 1.0. Both addresses serve the same bytes.',
      schema: AgentCard,
    },
    async () => {
      const agent = loadAgent();
      const card = buildAgentCard(agent, import.meta.env.SITE);
      return { ...card, ...(await signBuilt(canonicalText(card), agent.last_modified)) };
    },
  );
