import { A2A_PATH, A2A_VERSION } from '../domain/agent/agent-card.ts';
import type { AgentProtocol } from '../domain/agent/interfaces.ts';
import { MCP_PATH, mcpVersions } from '../domain/agent/mcp.ts';

/** What the site says about a protocol of agents, besides its interface. */
interface ProtocolTexts {
  /** Its name on the page of the agent, and what it is there for. */
  readonly reach: { readonly name: string; readonly words: string };
  /** Relative to the base address. */
  readonly path: string;
  /** The header fields of an example. */
  readonly headers: Readonly<Record<string, string>>;
  readonly what: string;
  readonly client: {
    readonly name: string;
    readonly words: string;
    /** @param site the base address. */
    readonly code: (site: string) => string;
  };
  /** Messages that the reference shows. */
  readonly examples: readonly { readonly title: string; readonly method: string; readonly params: object }[];
}

/** One question, asked in each protocol. */
const question = { query: 'erc-8004 receipts', limit: 1 };

/** The protocols of agents, as the page of the agent and the reference show them. */
export const agentProtocols: Readonly<Record<AgentProtocol, ProtocolTexts>> = {
  A2A: {
    reach: {
      name: `A2A ${A2A_VERSION}`,
      words: 'For other agents, over JSON-RPC: any A2A client needs the base address alone.',
    },
    path: A2A_PATH,
    headers: { 'A2A-Version': A2A_VERSION },
    what: 'A2A is how agents talk to agents. A message with data names an operation and its input, and gets the answer; a message of text becomes a request to the people behind this agent, and the task tells what became of it.',
    client: {
      name: 'A2A client',
      words: 'A client needs the base address alone: it reads the agent card, which names the address and the skills.',
      code: (site) =>
        [
          "import { ClientFactory } from '@a2a-js/sdk/client';",
          `const client = await new ClientFactory().createFromUrl('${site}');`,
        ].join('\n'),
    },
    examples: [
      {
        title: 'Ask for an operation',
        method: 'SendMessage',
        params: {
          message: {
            messageId: 'my-first-question',
            role: 'ROLE_USER',
            parts: [{ data: { operation: 'searchRecords', input: question } }],
          },
        },
      },
      {
        title: 'Send a request to the agent, which stores it',
        method: 'SendMessage',
        params: {
          message: { messageId: 'my-first-message', role: 'ROLE_USER', parts: [{ text: 'Who operates this agent?' }] },
        },
      },
    ],
  },
  MCP: {
    reach: { name: 'MCP', words: 'For assistants, over Streamable HTTP: what is public, to read.' },
    path: MCP_PATH,
    // The revision before the newest is the one that most clients send without a handshake of their own.
    headers: { 'MCP-Protocol-Version': mcpVersions[1], Accept: 'application/json, text/event-stream' },
    what: 'MCP is how assistants use tools, and each operation is one. It only reads: nothing that is asked over it is stored or spent.',
    client: {
      name: 'configuration of an MCP client',
      words: 'Add the server to the configuration of the client; its model then sees the operations as tools.',
      code: (site) =>
        JSON.stringify({ mcpServers: { accountability: { type: 'http', url: site + MCP_PATH } } }, null, 2),
    },
    examples: [
      {
        title: 'Call a tool',
        method: 'tools/call',
        params: { name: 'searchRecords', arguments: question },
      },
    ],
  },
};
