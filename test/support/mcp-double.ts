import { randomUUID } from 'node:crypto';
import { json } from 'node:stream/consumers';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { openOddServer } from './odd-server.ts';

const about = { name: 'double', version: '1.0.0' };

/**
 * An MCP server on loopback, by the official SDK, with sessions: it answers with a stream of events, refuses requests of
 * no session, and forgets a session that is ended.
 * @param withTools whether it has a tool.
 */
export const openMcpDouble = async (withTools = true) => {
  const sessions = new Map<string, StreamableHTTPServerTransport>();
  const called: string[] = [];
  const open = async () => {
    const server = new McpServer(about);
    if (withTools) server.registerTool('look', { description: 'Looks.' }, () => ({ content: [] }));
    const transport = new StreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (id) => void sessions.set(id, transport),
      onsessionclosed: (id) => void sessions.delete(id),
    });
    await server.connect(transport as Parameters<McpServer['connect']>[0]);
    return transport;
  };
  const double = await openOddServer((request, answer) => {
    void (async () => {
      const body = request.method === 'POST' ? ((await json(request)) as { method: string }) : undefined;
      called.push(body?.method ?? request.method!);
      const session = request.headers['mcp-session-id'];
      const transport = typeof session === 'string' ? sessions.get(session) : await open();
      if (transport === undefined) answer.writeHead(404).end();
      else await transport.handleRequest(request, answer, body);
    })();
  });
  return {
    ...double,
    /** The methods that were called, in order. */
    called,
    /** Number of sessions that are open. */
    openSessions: () => sessions.size,
  };
};
