import { describe, expect, test } from 'vitest';
import { a2aCard } from '../support/observatory.ts';
import { now, observedServer, resultOf } from '../support/observed-server.ts';
import { signedDirectory } from '../support/signed-directory.ts';
import { smallOrderKeys } from '../support/small-order-keys.ts';

const server = observedServer();
const registry = 'eip155:1:0x8004A169FB4a3325136EB29fA0ceB6D2e539a432';
const identity = [{ method: 'erc-8004' as const, chain_id: 'eip155:1', registry, agent_ref: '1' }];
const { supportedInterfaces: _, ...earlier } = a2aCard;
const registration = {
  type: 'https://eips.ethereum.org/EIPS/eip-8004#registration-v1',
  name: 'An agent',
  description: 'For tests.',
  services: [{ name: 'web', endpoint: 'https://example.org/' }],
};

describe('a card', () => {
  const served = (body: string | undefined, format: 'a2a-agent-card' | 'erc-8004-registration' = 'a2a-agent-card') => {
    if (body !== undefined) server.documents['/card'] = body;
    return resultOf('card_served', { agent_card: { url: `${server.url}/card`, format } });
  };

  test.each<[string, string, object, ('a2a-agent-card' | 'erc-8004-registration')?]>([
    ['of A2A 1.0', 'pass', a2aCard],
    ['of A2A 0.3', 'pass', { ...earlier, url: 'https://example.org/' }],
    ['of A2A with members of its own', 'pass', { ...a2aCard, extra: { deep: true } }],
    ['of A2A without an address', 'fail: schema_refused', earlier],
    [
      'of A2A whose interfaces are none',
      'fail: schema_refused',
      { ...a2aCard, supportedInterfaces: [], url: 'https://a.b/' },
    ],
    ['of A2A with a number for a name', 'fail: schema_refused', { ...a2aCard, name: 7 }],
    ['that is a registration file', 'pass', registration, 'erc-8004-registration'],
    [
      'that names no service',
      'fail: schema_refused',
      { ...registration, services: undefined },
      'erc-8004-registration',
    ],
    ['of another type', 'fail: schema_refused', { ...registration, type: 'x' }, 'erc-8004-registration'],
  ])('%s: %s', async (_name, expected, card, format) => {
    expect(await served(JSON.stringify(card), format)).toEqual([expected]);
  });

  test('that no reader, or not every reader, understands', async () => {
    expect(await served('<p>Sold</p>')).toEqual(['fail: not_json']);
    expect(await served('{"name":"one","name":"two"}')).toEqual(['fail: not_json']);
    delete server.documents['/card'];
    expect(await served(undefined)).toEqual(['not_run: http_status']);
  });

  test('that is the identity of a record needs no other address, and one of an unknown format is not asked', async () => {
    server.documents['/card'] = JSON.stringify(a2aCard);
    const named = { identity: [{ method: 'a2a-agent-card' as const, value: `${server.url}/card` }] };
    expect(await resultOf('card_served', named)).toEqual(['pass']);
    expect(await resultOf('card_served', { agent_card: { url: `${server.url}/card`, format: 'other' } })).toEqual([]);
  });
});

describe('a key set', () => {
  const address = () => `${server.url}/keys`;
  const listed = (kid: string) =>
    resultOf('key_directory', {
      identity: [{ method: 'jwks', value: address() }],
      keys: [{ use: 'receipts', kid, url: address() }],
    });

  test('has the key that a record names, by its name or its thumbprint', async () => {
    const { body, thumbprint } = await signedDirectory(address(), now());
    const { keys } = JSON.parse(body) as { keys: object[] };
    server.documents['/keys'] = JSON.stringify({ keys: [{ ...keys[0], kid: 'key-1' }, { kty: 'odd' }] });
    expect(await listed('key-1')).toEqual(['pass']);
    expect(await listed(thumbprint)).toEqual(['pass']);
    expect(await listed('key-2')).toEqual(['fail: key_not_found']);
  });

  test('may be a page about a key, which says nothing', async () => {
    server.documents['/keys'] = '<p>Our key</p>';
    expect(await listed('key-1')).toEqual(['not_run: not_json']);
  });
});

describe('a key directory of Web Bot Auth', () => {
  const address = () => `${server.url}/directory`;
  const result = () =>
    resultOf('key_directory', { identity: [{ method: 'web-bot-auth-key-directory', value: address() }] });
  const serve = ({ body, headers }: Awaited<ReturnType<typeof signedDirectory>>) => {
    server.documents['/directory'] = body;
    server.headers = headers;
  };

  test.each([
    ['for its host with its own key', 'pass', () => signedDirectory(address(), now())],
    ['for another host', 'fail: signature_invalid', () => signedDirectory('https://example.org/', now())],
    ['for another purpose', 'not_run: signature_unsupported', () => signedDirectory(address(), now(), 'web-bot-auth')],
    [
      'too long ago',
      'not_run: signature_unsupported',
      () => signedDirectory(address(), new Date('2026-11-20T10:00:00Z')),
    ],
  ])('that is signed %s: %s', async (_name, expected, signed) => {
    serve(await signed());
    expect(await result()).toEqual([expected]);
  });

  test('that is signed with a key that it does not hold, with nonsense, or not at all', async () => {
    const [one, other] = [await signedDirectory(address(), now()), await signedDirectory(address(), now())];
    serve({ ...one, body: other.body });
    expect(await result()).toEqual(['not_run: key_not_found']);
    for (const { kid, public_key } of smallOrderKeys) {
      const headers = {
        ...one.headers,
        'signature-input': one.headers['signature-input'].replace(one.thumbprint, kid),
      };
      serve({ ...one, headers, body: JSON.stringify({ keys: [public_key] }) });
      expect(await result()).toEqual(['not_run: key_not_found']);
    }
    serve({ ...one, headers: { signature: '!', 'signature-input': '!' } });
    expect(await result()).toEqual(['not_run: signature_unsupported']);
    server.headers = {};
    expect(await result()).toEqual(['not_run: not_signed']);
  });
});

test('a domain names the registration back, another one, or none', async () => {
  const file = '/.well-known/agent-registration.json';
  const named = () =>
    resultOf('domain_proof', { identity, agent_card: { url: `${server.url}/deep/card`, format: 'other' } });
  const naming = (agentId: unknown, agentRegistry: unknown = registry.toLowerCase()) =>
    JSON.stringify({ registrations: [null, { agentId, agentRegistry }] });
  const results: string[] = [];
  for (const text of [naming(1), naming('1'), naming(2), naming({ id: 1 }), '{"registrations":{}}', 'odd']) {
    server.documents[file] = text;
    results.push(...(await named()));
  }
  const other = 'fail: identity_not_named';
  expect(results).toEqual(['pass', 'pass', other, other, other, 'fail: not_json']);
  delete server.documents[file];
  expect(await named()).toEqual(['not_run: http_status']);
});

describe('a name in the MCP registry', () => {
  const result = (name: string, texts: string[] = []) => {
    const tools = { mcpRegistry: server.url };
    server.documents[`/v0.1/servers/${encodeURIComponent(name)}/versions/latest`] ??= texts[0]!;
    return resultOf('mcp_registry_name', { identity: [{ method: 'mcp-registry-name', value: name }] }, tools);
  };
  const entry = (name: string, status: string) =>
    JSON.stringify({
      server: { name, version: '1.0.0' },
      _meta: { 'io.modelcontextprotocol.registry/official': { status } },
    });

  test.each([
    ['that is listed', 'pass', entry('io.github.a/one', 'active')],
    ['that is deleted', 'fail: not_listed', entry('io.github.a/one', 'deleted')],
    ['that is another one', 'fail: not_listed', entry('io.github.b/one', 'active')],
    ['with an answer of another form', 'not_run: schema_refused', '{}'],
  ])('%s: %s', async (_name, expected, text) => {
    expect(await result('io.github.a/one', [text])).toEqual([expected]);
  });

  test('that nobody lists, or that no registry was named for', async () => {
    const named = { identity: [{ method: 'mcp-registry-name' as const, value: 'io.github.a/none' }] };
    expect(await resultOf('mcp_registry_name', named, { mcpRegistry: server.url })).toEqual(['fail: not_listed']);
    expect(await resultOf('mcp_registry_name', named)).toEqual(['not_run: no_reader']);
  });
});
