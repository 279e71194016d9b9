import {
  Client,
  type FetchLike,
  ProtocolError,
  SdkHttpError,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client';
import type { CheckReason } from '../domain/datasets/observatory/check-reasons.ts';
import { fail, notRun, type Outcome, pass } from '../domain/observation/outcome.ts';
import type { FetchDocument } from '../domain/observation/sources.ts';
import { INTERFACE_VERSION } from '../domain/vocabulary/service.ts';
import { Unanswered } from './request-once.ts';

const clientInfo = { name: 'agent-accountability-observatory', version: INTERFACE_VERSION };

/** The bounded fetch in the terms of the client. No stream is opened: what a server sends on its own is not asked for. */
const boundedFetch =
  (fetch: FetchDocument, failed: (reason: CheckReason) => void): FetchLike =>
  async (url, { method = 'GET', headers, body } = {}) => {
    if (method === 'GET') return new Response(null, { status: 405 });
    const fetched = await fetch(String(url), {
      ...(method === 'DELETE' ? { method } : { body: String(body) }),
      headers: Object.fromEntries(new Headers(headers)),
      status: 'any',
    });
    if (!fetched.ok) {
      failed(fetched.reason);
      throw new Unanswered(fetched.reason);
    }
    const { bytes, status, headers: received } = fetched;
    const kept = Object.entries(received).flatMap(([name, value]): [string, string][] =>
      value === undefined ? [] : [[name, String(value)]],
    );
    return new Response(bytes.length === 0 ? null : Buffer.from(bytes), { status, headers: kept });
  };

/**
 * Looks at an MCP server over Streamable HTTP: discover or initialize, then the list of its tools where it says that it
 * has any. A session that the server opens is ended. No tool is called. Never rejects because of what it answers.
 */
export const lookAtMcpServer = async (address: string, fetch: FetchDocument): Promise<Outcome> => {
  let failure: CheckReason | undefined;
  const transport = new StreamableHTTPClientTransport(new URL(address), {
    fetch: boundedFetch(fetch, (latest) => (failure = latest)),
  });
  const client = new Client(clientInfo, { versionNegotiation: { mode: 'auto' } });
  try {
    await client.connect(transport);
    if (client.getServerCapabilities()?.tools !== undefined) await client.listTools();
    return pass();
  } catch (error) {
    if (failure !== undefined) return notRun(failure);
    if (error instanceof ProtocolError) return notRun('request_refused');
    return error instanceof SdkHttpError ? notRun('http_status') : fail('schema_refused');
  } finally {
    await transport.terminateSession().catch(() => undefined);
    await client.close();
  }
};
