import { loadAgent } from '../dataset-files/load.ts';
import { AgentCard, buildAgentCard } from '../domain/agent/agent-card.ts';
import { document, type DocumentRoute } from '../http/document.ts';

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
    () => buildAgentCard(loadAgent(), import.meta.env.SITE),
  );
