import { afterAll, beforeAll, beforeEach } from 'vitest';
import { documentFetcher, hostTurns } from '../../src/observing/fetch-document.ts';
import { observeRecord, type ObserverTools, sourcesOf } from '../../src/observing/observe-records.ts';
import type { EvmDouble } from './evm-node.ts';
import { observatoryRecord } from './observatory.ts';
import { type OddServer, openOddServer } from './odd-server.ts';

export const now = () => new Date('2026-11-20T12:00:00.000Z');

const turns = hostTurns(0);
const fetch = documentFetcher({ userAgent: 'Test (+https://example.org)', allowed: 'public_or_loopback', turns });

/** The settings that name a double as the node of its chain. */
export const at = ({ url, chain }: Pick<EvmDouble, 'url' | 'chain'>) => ({
  nodes: [{ url: new URL(url), chainId: chain }],
});

/** Everything that is found for a record with these members. */
export const findingsOf = (
  members: Parameters<typeof observatoryRecord>[0],
  tools: Partial<ObserverTools> = {},
): ReturnType<typeof observeRecord> =>
  observeRecord(
    observatoryRecord(members),
    sourcesOf({ fetch, turns, nodes: [], concordium: undefined, mcpRegistry: undefined, now, ...tools }),
  );

/** What comes of one check of a record: the result, with the reason if there is one. */
export const resultOf = async (
  check: string,
  members: Parameters<typeof observatoryRecord>[0],
  tools: Partial<ObserverTools> = {},
  asked: object = {},
): Promise<string[]> => {
  const findings = await findingsOf({ verifiable: [{ check, how: 'Look.', ...asked }], ...members }, tools);
  return findings.map(({ result, reason }) => (reason === undefined ? result : `${result}: ${reason}`));
};

/** A server for the tests of a file. What it gives is set by each test and forgotten after it. */
export const observedServer = () => {
  let opened: OddServer;
  const server = {
    get url() {
      return opened.url;
    },
    get asked() {
      return opened.asked;
    },
    /** What it gives, by path; anything else is 404. */
    documents: {} as Record<string, string>,
    /** Further fields of its answers. */
    headers: {} as Record<string, string>,
  };
  beforeAll(async () => {
    opened = await openOddServer((request, answer) => {
      const body = server.documents[request.url!];
      if (body === undefined) answer.writeHead(404).end();
      else answer.writeHead(200, { 'content-type': 'application/json', ...server.headers }).end(body);
    });
  });
  afterAll(() => opened.close());
  beforeEach(() => {
    server.documents = {};
    server.headers = {};
  });
  return server;
};
