import { z } from 'zod';
import { findJson, match, matchIf, unread } from '../domain/observation/judge-document.ts';
import type { CheckOutcome, NewLook } from '../domain/observation/observation.ts';
import { INTERFACE_VERSION } from '../domain/vocabulary/service.ts';
import type { Fetched } from './fetch-document.ts';
import { lookAtDocument, type ObserverTools } from './observe-document.ts';

/** The revision that is proposed; a server answers with one that it speaks (MCP, lifecycle). */
const PROPOSED = '2025-11-25';
/** The revision without sessions, which servers may speak alone. Each message says what a session would know. */
const SESSIONLESS = '2026-07-28';

const message = (id: number, method: string, params: object): string =>
  JSON.stringify({ jsonrpc: '2.0', id, method, params });

const clientInfo = { name: 'agent-accountability-observatory', version: INTERFACE_VERSION };
const accepted = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };

const Refused = z.looseObject({ error: z.looseObject({ code: z.number() }) });
const Capabilities = z.looseObject({ tools: z.looseObject({}).optional() });
const Initialized = z.looseObject({
  result: z.looseObject({
    protocolVersion: z.string().regex(/^[\x21-\x7e]{1,50}$/),
    serverInfo: z.looseObject({ name: z.string() }),
    capabilities: Capabilities,
  }),
});
const Discovered = z.looseObject({
  result: z.looseObject({ supportedVersions: z.array(z.string()), capabilities: Capabilities }),
});
const Listed = z.looseObject({ result: z.looseObject({ tools: z.array(z.looseObject({ name: z.string() })) }) });

/** The data of the events in a stream (Server-Sent Events). */
const eventsOf = (text: string): string[] =>
  text.split(/\r\n\r\n|\n\n|\r\r/).map((event) =>
    event
      .split(/\r\n|\n|\r/)
      .filter((line) => line.startsWith('data:'))
      .map((line) => line.slice(5).replace(/^ /, ''))
      .join('\n'),
  );

type Document = Extract<Fetched, { ok: true }>;

/** The answer to the request with this id: the document itself, or an event of a stream. */
const answerTo = (id: number, { bytes, mediaType }: Document): unknown => {
  const texts =
    mediaType === 'text/event-stream'
      ? eventsOf(Buffer.from(bytes).toString('utf8')).map((data) => Buffer.from(data))
      : [bytes];
  return texts
    .map((one) => findJson(one)?.value)
    .find((value) => z.looseObject({ id: z.literal(id) }).safeParse(value).success);
};

const judgeAnswer = (answer: unknown): CheckOutcome =>
  Refused.safeParse(answer).success ? unread('speaks', 'request_refused') : matchIf(false, 'speaks', 'schema_refused');

/** Asks for the list of tools. */
const listTools = async (
  address: string,
  { params = {}, headers }: { readonly params?: object; readonly headers: Readonly<Record<string, string>> },
  { fetch }: ObserverTools,
): Promise<CheckOutcome> => {
  const fetched = await fetch(address, { body: message(2, 'tools/list', params), headers });
  if (!fetched.ok) return unread('speaks', fetched.reason);
  const answer = answerTo(2, fetched);
  return Listed.safeParse(answer).success ? match('speaks') : judgeAnswer(answer);
};

const lookWithSession = (address: string, tools: ObserverTools): Promise<NewLook> => {
  const body = message(1, 'initialize', { protocolVersion: PROPOSED, capabilities: {}, clientInfo });
  return lookAtDocument(
    { target: 'endpoint', address, request: { body, headers: accepted }, isJson: false, checks: ['speaks'] },
    tools,
    async (fetched) => {
      const answer = answerTo(1, fetched);
      const initialized = Initialized.safeParse(answer).data?.result;
      if (initialized === undefined) return { checks: [judgeAnswer(answer)] };
      const session = fetched.headers['mcp-session-id'];
      const headers = {
        ...accepted,
        'mcp-protocol-version': initialized.protocolVersion,
        ...(typeof session === 'string' ? { 'mcp-session-id': session } : {}),
      };
      const notice = JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' });
      await tools.fetch(address, { body: notice, headers, status: 202 });
      const hasTools = initialized.capabilities.tools !== undefined;
      const outcome = hasTools ? await listTools(address, { headers }, tools) : match('speaks');
      if (typeof session === 'string') await tools.fetch(address, { method: 'DELETE', headers });
      return { checks: [outcome], format: `mcp-${initialized.protocolVersion}` };
    },
  );
};

const lookWithoutSession = (address: string, tools: ObserverTools): Promise<NewLook> => {
  const headersOf = (method: string) => ({ ...accepted, 'mcp-protocol-version': SESSIONLESS, 'mcp-method': method });
  const name = 'io.modelcontextprotocol';
  const params = {
    _meta: {
      [`${name}/protocolVersion`]: SESSIONLESS,
      [`${name}/clientInfo`]: clientInfo,
      [`${name}/clientCapabilities`]: {},
    },
  };
  const request = { body: message(1, 'server/discover', params), headers: headersOf('server/discover') };
  return lookAtDocument(
    { target: 'endpoint', address, request, isJson: false, checks: ['speaks'] },
    tools,
    async (fetched) => {
      const answer = answerTo(1, fetched);
      const discovered = Discovered.safeParse(answer).data?.result;
      if (discovered === undefined) return { checks: [judgeAnswer(answer)] };
      const asked = { params, headers: headersOf('tools/list') };
      const hasTools = discovered.capabilities.tools !== undefined;
      const outcome = hasTools ? await listTools(address, asked, tools) : match('speaks');
      return { checks: [outcome], format: `mcp-${SESSIONLESS}` };
    },
  );
};

const speaks = ({ look }: NewLook): boolean =>
  look.checks.some(({ check, result }) => check === 'speaks' && result === 'match');

/**
 * Looks at an MCP server over Streamable HTTP: initialize, or server/discover where the server speaks the revision without
 * sessions alone, then the list of its tools where it says that it has any. A session that the server opens is ended.
 * Nothing is called.
 */
export const lookAtMcpServer = async (address: string, tools: ObserverTools): Promise<NewLook> => {
  const first = await lookWithSession(address, tools);
  const isOther =
    first.look.http_status === 400 || first.look.checks.some(({ reason }) => reason === 'request_refused');
  if (speaks(first) || !isOther) return first;
  const second = await lookWithoutSession(address, tools);
  return speaks(second) ? second : first;
};
