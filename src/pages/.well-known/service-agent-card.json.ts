import { agentCardRoute } from '../_agent-card.ts';

export const GET = agentCardRoute('getServiceAgentCard');
