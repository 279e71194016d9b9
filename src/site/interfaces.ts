import { A2A_PATH } from '../domain/agent/agent-card.ts';

/** A way to reach the agent. */
export interface AgentInterface {
  readonly name: string;
  /** Where it is, relative to the base address. */
  readonly path: string;
  readonly words: string;
}

/** Whether a file of the pages answers MCP. */
const hasMcp = Object.keys(import.meta.glob('../pages/mcp.ts')).length > 0;

/** The ways to reach the agent, for people first. */
export const agentInterfaces: readonly AgentInterface[] = [
  { name: 'Intake form', path: '/intake', words: 'A request in your own words, with a receipt. No account needed.' },
  { name: 'REST', path: '/api-reference', words: 'Every operation over HTTP and JSON, described in OpenAPI.' },
  {
    name: 'A2A 1.0',
    path: A2A_PATH,
    words: 'For other agents, over JSON-RPC: any A2A client needs the base address alone.',
  },
  ...(hasMcp
    ? [{ name: 'MCP', path: '/mcp', words: 'For assistants, over Streamable HTTP: what is public, to read.' }]
    : []),
];
