import { messageOf } from '../support/a2a.ts';
import setup from '../support/build.ts';
import { envelope, newestHeaders } from '../support/mcp.ts';
import { previewPaths } from '../support/previews.ts';
import { startServer } from '../support/server.ts';
import { inTurn, type Load, measure, ratio } from './load.ts';
import { atLeast, atMost, type Line, rate } from './report.ts';
import { residentMegabytes } from './server.ts';

const ROUNDS = 5;
const SECONDS = 2;
const CONNECTIONS = 32;
/** Calls after which the memory of each server is read. */
const CALLS = 20_000;

const call = (method: string, params: object) => JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
const tool = { name: 'previewRun', arguments: {} };
const message = messageOf([{ data: { operation: 'previewRun', input: {} } }]);

/** One operation over HTTP, MCP and A2A, each on a server of its own: what the protocols cost. */
export const benchAgents = async (): Promise<Line[]> => {
  await setup();
  const [http, newest, earlier, a2a] = await Promise.all(
    Array.from({ length: 4 }, () => startServer({ LOG_LEVEL: 'info' })),
  );
  const load = { seconds: SECONDS, connections: CONNECTIONS };
  const contestants = {
    http: { ...load, url: http!.url + previewPaths.run, body: '{}' },
    newest: {
      ...load,
      url: `${newest!.url}/mcp`,
      body: call('tools/call', { ...tool, _meta: envelope }),
      headers: newestHeaders('tools/call', tool.name),
    },
    earlier: { ...load, url: `${earlier!.url}/mcp`, body: call('tools/call', tool) },
    a2a: { ...load, url: `${a2a!.url}/a2a`, body: call('SendMessage', message), headers: { 'A2A-Version': '1.0' } },
  } satisfies Record<string, Load>;
  try {
    const measured = await inTurn(ROUNDS, contestants);
    if (Object.values(measured).some(({ refused }) => refused > 0))
      throw new Error('the load of the agents was not answered as planned');
    for (const one of Object.values(contestants)) await measure({ ...one, requests: CALLS });
    const memory = {
      http: residentMegabytes(http!.pid),
      newest: residentMegabytes(newest!.pid),
      earlier: residentMegabytes(earlier!.pid),
      a2a: residentMegabytes(a2a!.pid),
    };
    const speed = (what: string, name: 'newest' | 'earlier' | 'a2a', bound: number): Line =>
      atLeast(
        `runs over ${what} / over HTTP`,
        ratio(measured[name], measured.http),
        bound,
        `${rate(measured[name].perSecond)} / ${rate(measured.http.perSecond)}`,
      );
    const weight = (what: string, name: 'newest' | 'earlier' | 'a2a', bound: number): Line =>
      atMost(
        `memory after ${CALLS} runs and more over ${what} / over HTTP`,
        memory[name] / memory.http,
        bound,
        `${Math.round(memory[name])} MB / ${Math.round(memory.http)} MB`,
      );
    return [
      speed('A2A', 'a2a', 0.5),
      // The SDK takes five times as long as the run: these fall when runs over HTTP become quicker.
      speed('MCP 2026-07-28', 'newest', 0.15),
      speed('an earlier MCP', 'earlier', 0.15),
      weight('A2A', 'a2a', 1.3),
      weight('MCP 2026-07-28', 'newest', 1.6),
      weight('an earlier MCP', 'earlier', 1.6),
    ];
  } finally {
    await Promise.all([http, newest, earlier, a2a].map((server) => server!.stop()));
  }
};
