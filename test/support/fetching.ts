import type { RequestListener } from 'node:http';
import { afterEach } from 'vitest';
import { documentFetcher, type FetchSettings, hostTurns } from '../../src/observing/fetch-document.ts';
import { type OddServer, openOddServer } from './odd-server.ts';

export const card = '{"name":"A card"}';

/** A fetcher with time limits for busy machines, unless others are given. */
export const fetcher = (more: Partial<FetchSettings> = {}) =>
  documentFetcher({
    userAgent: 'Test (+https://example.org)',
    allowed: 'public_or_loopback',
    limits: { connectMs: 20_000, wholeMs: 20_000, mostBytes: 10_000, mostRedirects: 3 },
    turns: hostTurns(0),
    ...more,
  });

/** Servers for the tests of a file; each is closed after its test. */
export const oddServers = () => {
  const servers: OddServer[] = [];
  afterEach(() => Promise.all(servers.splice(0).map((server) => server.close())));
  const kept = async (opening: Promise<OddServer>): Promise<OddServer> => {
    const server = await opening;
    servers.push(server);
    return server;
  };
  return { kept, serve: (answer: RequestListener) => kept(openOddServer(answer)) };
};
