import { agentCardRoute } from '../../site/agent-card.ts';

export const GET = agentCardRoute('getServiceAgentCard');
