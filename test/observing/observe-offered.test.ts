import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addLooks, Observation } from '../../src/domain/observation/observation.ts';
import { observeRecord } from '../../src/observing/observe-record.ts';
import { openMcpDouble } from '../support/mcp-double.ts';
import { a2aCard, observatoryRecord } from '../support/observatory.ts';
import { fetch, now, observedServer, outcomes } from '../support/observed-server.ts';

const server = observedServer();
let mcp: Awaited<ReturnType<typeof openMcpDouble>>;
beforeAll(async () => {
  mcp = await openMcpDouble();
});
afterAll(() => mcp.close());

const registration = (...services: [string, string][]) =>
  JSON.stringify({
    type: 'https://eips.ethereum.org/EIPS/eip-8004#registration-v1',
    name: 'An agent',
    description: 'For tests.',
    services: services.map(([name, endpoint]) => ({ name, endpoint })),
  });

/** The looks at endpoints of a record with this file, and what they answer. */
const observe = async (members: Parameters<typeof observatoryRecord>[0] = {}) => {
  const record = observatoryRecord({
    agent_card: { url: `${server.url}/file.json`, format: 'erc-8004-registration' },
    verifiable: [{ check: 'endpoint_liveness', how: 'Complete the handshake.' }],
    ...members,
  });
  const looks = await observeRecord(record, { fetch, registry: undefined, mcpRegistry: server.url, now });
  const { results = [] } = Observation.parse(addLooks(undefined, record.id, now().toISOString(), looks));
  return {
    results,
    endpoints: looks
      .filter(({ target }) => target === 'endpoint')
      .map(({ address, look }) => [address, outcomes(look)['speaks']]),
  };
};

describe('the services of a registration file', () => {
  test('are asked in their protocol, and answer the check for the file that names them', async () => {
    server.documents['/card'] = JSON.stringify(a2aCard);
    server.documents['/file.json'] = registration(
      ['MCP', `${mcp.url}/mcp`],
      ['A2A', `${server.url}/card`],
      ['web', `${server.url}/page`],
      ['MCP', 'ipfs://bafy'],
    );
    const { endpoints, results } = await observe();
    expect(endpoints).toEqual([
      [`${mcp.url}/mcp`, 'match'],
      [`${server.url}/card`, 'match'],
    ]);
    expect(results).toContainEqual({
      check: 'endpoint_liveness',
      result: 'pass',
      on: '2026-11-20',
      address: `${server.url}/file.json`,
    });
  });

  test('are four at most, and none where the record names endpoints or does not ask', async () => {
    const many = ['a', 'b', 'c', 'd', 'e'].map((name): [string, string] => ['A2A', `${server.url}/${name}`]);
    server.documents['/file.json'] = registration(...many);
    expect((await observe()).endpoints).toHaveLength(4);
    expect((await observe({ verifiable: [{ check: 'card_served', how: 'Fetch it.' }] })).endpoints).toEqual([]);
    const endpoints = [{ url: `${mcp.url}/mcp`, protocol: 'mcp' as const, source: 'https://example.org/agent' }];
    const named = await observe({ verifiable: [{ check: 'endpoint_liveness', how: 'Ask it.', endpoints }] });
    expect(named.endpoints).toEqual([[`${mcp.url}/mcp`, 'match']]);
  });
});

test('the servers over Streamable HTTP of an entry in the MCP registry are asked', async () => {
  const name = 'io.github.example/server';
  const remotes = [
    { type: 'sse', url: `${server.url}/sse` },
    { type: 'streamable-http', url: `${mcp.url}/mcp` },
  ];
  server.documents[`/v0.1/servers/${encodeURIComponent(name)}/versions/latest`] = JSON.stringify({
    server: { name, version: '1.0.0', remotes },
  });
  const { endpoints, results } = await observe({
    agent_card: undefined,
    identity: [{ method: 'mcp-registry-name', value: name }],
  });
  expect(endpoints).toEqual([[`${mcp.url}/mcp`, 'match']]);
  expect(results).toContainEqual(
    expect.objectContaining({ check: 'endpoint_liveness', result: 'pass', address: name }),
  );
});
