import type { AgentProtocol } from '../../domain/agent/interfaces.ts';
import { listEndpoints } from '../catalogue.ts';
import { agentProtocols } from './agent-protocols.ts';
import { ask } from './ask.ts';
import { withExampleApp } from './example-app.ts';
import { shortenJson } from './shorten.ts';

/** A message over one of the protocols of agents, and what the service answered while the page was built. */
export interface ProtocolExample {
  readonly protocol: AgentProtocol;
  readonly id: string;
  readonly title: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: object;
  /** Whether sending it stores something. */
  readonly stores: boolean;
  readonly status: number;
  readonly text: string;
  readonly cut: boolean;
}

type Message = Pick<ProtocolExample, 'protocol' | 'id' | 'title' | 'stores'> & {
  readonly method: string;
  readonly params: object;
};

/** One question, asked in each protocol. */
const question = { query: 'erc-8004 receipts', limit: 1 };

const messages: readonly Message[] = [
  {
    protocol: 'A2A',
    id: 'a2a-question',
    title: 'Ask for an operation',
    stores: false,
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
    protocol: 'A2A',
    id: 'a2a-request',
    title: 'Send a request to the agent',
    stores: true,
    method: 'SendMessage',
    params: {
      message: { messageId: 'my-first-message', role: 'ROLE_USER', parts: [{ text: 'Who operates this agent?' }] },
    },
  },
  {
    protocol: 'MCP',
    id: 'mcp-call',
    title: 'Call a tool',
    stores: false,
    method: 'tools/call',
    params: { name: 'searchRecords', arguments: question },
  },
];

const build = async (): Promise<ProtocolExample[]> => {
  const endpoints = await listEndpoints();
  return withExampleApp(async (app) => {
    const examples: ProtocolExample[] = [];
    for (const { method, params, ...message } of messages) {
      const { path, headers } = agentProtocols[message.protocol];
      const body = { jsonrpc: '2.0', id: 1, method, params };
      const endpoint = endpoints.find((one) => one.path === path)!;
      const sent = { method: 'POST', template: path, params: {}, headers, body };
      const { status, text = '' } = await ask(endpoint, app, sent);
      examples.push({ ...message, path, headers, body, status, ...shortenJson(JSON.parse(text)) });
    }
    return examples;
  });
};

let built: Promise<ProtocolExample[]> | undefined;

/** The examples of the protocols of agents, made once in a build. */
export const listProtocolExamples = (): Promise<ProtocolExample[]> => (built ??= build());
