import { AgentProtocol } from '../../domain/agent/interfaces.ts';
import { listEndpoints } from '../catalogue.ts';
import { agentProtocols, type ExampleMessage } from './agent-protocols.ts';
import { ask } from './ask.ts';
import { withExampleApp } from './example-app.ts';
import { shortenJson } from './shorten.ts';

/** A message over one of the protocols of agents, and what the service answered while the page was built. */
export interface ProtocolExample extends Pick<ExampleMessage, 'id' | 'title' | 'stores'> {
  readonly protocol: AgentProtocol;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: object;
  readonly status: number;
  readonly text: string;
  readonly cut: boolean;
}

const build = async (): Promise<ProtocolExample[]> => {
  const endpoints = await listEndpoints();
  return withExampleApp(async (app) => {
    const examples: ProtocolExample[] = [];
    for (const protocol of AgentProtocol.options) {
      const { path, headers, examples: messages } = agentProtocols[protocol];
      const endpoint = endpoints.find((one) => one.path === path)!;
      for (const { method, params, ...message } of messages) {
        const body = { jsonrpc: '2.0', id: 1, method, params };
        const { status, text = '' } = await ask(endpoint, app, {
          method: 'POST',
          template: path,
          params: {},
          headers,
          body,
        });
        examples.push({ ...message, protocol, path, headers, body, status, ...shortenJson(JSON.parse(text)) });
      }
    }
    return examples;
  });
};

let built: Promise<ProtocolExample[]> | undefined;

/** The examples of the protocols of agents, made once in a build. */
export const listProtocolExamples = (): Promise<ProtocolExample[]> => (built ??= build());
