import { afterAll, beforeAll, beforeEach } from 'vitest';
import type { AgentRegistryReader } from '../../src/domain/observation/agent-registry.ts';
import { documentFetcher } from '../../src/observing/fetch-document.ts';
import { hostTurns } from '../../src/observing/host-turns.ts';
import type { ObserverTools } from '../../src/observing/observe-document.ts';
import { observeRecord } from '../../src/observing/observe-record.ts';
import { observatoryRecord } from './observatory.ts';
import { type OddServer, openOddServer } from './odd-server.ts';

type Card = NonNullable<Parameters<typeof observatoryRecord>[0]['agent_card']>;

export const now = () => new Date('2026-11-20T12:00:00.000Z');

export const fetch = documentFetcher({
  userAgent: 'Test (+https://example.org)',
  allowed: 'public_or_loopback',
  turns: hostTurns(0),
});

/** Looks at everything that a record with these members points to. */
export const lookAt = async (
  members: Parameters<typeof observatoryRecord>[0],
  registry?: AgentRegistryReader,
  tools: Partial<ObserverTools> = {},
) => {
  const looks = await observeRecord(observatoryRecord(members), { fetch, registry, now, ...tools });
  return looks.map(({ target, look }) => ({ target, ...look }));
};

/** The results of a look, by check. */
export const outcomes = (
  look: { checks: readonly { check: string; result: string; reason?: string | undefined }[] } | undefined,
) =>
  Object.fromEntries(
    look!.checks.map(({ check, result, reason }) => [check, reason ? `${result}: ${reason}` : result]),
  );

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
    documents: {} as Record<string, string | Uint8Array>,
    mediaType: 'application/json',
    /** Further fields of its answers. */
    headers: {} as Record<string, string>,
    /** The member of a record that points to a card of this server. */
    cardAt: (path: string, more: Partial<Card> = {}): { agent_card: Card } => ({
      agent_card: { url: `${opened.url}${path}`, format: 'a2a-agent-card', ...more },
    }),
  };
  beforeAll(async () => {
    opened = await openOddServer((request, answer) => {
      const body = server.documents[request.url!];
      if (body === undefined) answer.writeHead(404).end();
      else answer.writeHead(200, { 'content-type': server.mediaType, ...server.headers }).end(body);
    });
  });
  afterAll(() => opened.close());
  beforeEach(() => {
    server.documents = {};
    server.mediaType = 'application/json';
    server.headers = {};
  });
  return server;
};
