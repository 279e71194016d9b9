import { describe, expect, test } from 'vitest';
import { lookAt, now, observedServer, outcomes } from '../support/observed-server.ts';
import { signedDirectory } from '../support/signed-directory.ts';

const server = observedServer();

describe('a key directory of Web Bot Auth', () => {
  const address = () => `${server.url}/directory`;
  const lookAtDirectory = async (members: Parameters<typeof lookAt>[0] = {}) => {
    const [look] = await lookAt({
      identity: [{ method: 'web-bot-auth-key-directory', value: address() }],
      ...members,
    });
    return outcomes(look);
  };
  const serve = ({ body, headers }: Awaited<ReturnType<typeof signedDirectory>>) => {
    server.documents['/directory'] = body;
    server.headers = headers;
  };

  test('that is signed for its host with its own key', async () => {
    serve(await signedDirectory(address(), now()));
    expect(await lookAtDirectory()).toMatchObject({ schema: 'match', directory_signature: 'match' });
  });

  test.each([
    ['for another host', 'mismatch: signature_invalid', () => signedDirectory('https://example.org/', now())],
    ['for another purpose', 'unread: signature_unsupported', () => signedDirectory(address(), now(), 'web-bot-auth')],
    [
      'too long ago',
      'unread: signature_unsupported',
      () => signedDirectory(address(), new Date('2026-11-20T10:00:00Z')),
    ],
  ])('that is signed %s', async (_, expected, signed) => {
    serve(await signed());
    expect((await lookAtDirectory())['directory_signature']).toBe(expected);
  });

  test('that is signed with a key that it does not hold, with nonsense, or not at all', async () => {
    const [one, other] = [await signedDirectory(address(), now()), await signedDirectory(address(), now())];
    serve({ ...one, body: other.body });
    expect((await lookAtDirectory())['directory_signature']).toBe('unread: key_not_found');
    serve({ ...one, headers: { signature: '!', 'signature-input': '!' } });
    expect((await lookAtDirectory())['directory_signature']).toBe('unread: signature_unsupported');
    server.headers = {};
    expect((await lookAtDirectory())['directory_signature']).toBe('never_checked: not_signed');
  });

  test('holds the key that a record names by its thumbprint', async () => {
    const directory = await signedDirectory(address(), now());
    serve(directory);
    const keyed = (kid: string) => lookAtDirectory({ keys: [{ use: 'requests', kid, url: address() }] });
    expect(await keyed(directory.thumbprint)).toMatchObject({ key_listed: 'match' });
    expect(await keyed('another')).toMatchObject({ key_listed: 'mismatch: key_not_found' });
  });
});

describe('a domain of an agent', () => {
  const registry = 'eip155:1:0x8004A169FB4a3325136EB29fA0ceB6D2e539a432';
  const lookAtDomain = async () => {
    const looks = await lookAt({
      identity: [{ method: 'erc-8004', chain_id: 'eip155:1', registry, agent_ref: '1' }],
      agent_card: { url: `${server.url}/card`, format: 'other' },
      verifiable: [{ check: 'domain_proof', how: 'As described.' }],
    });
    return outcomes(looks.find(({ target }) => target === 'domain_file'));
  };
  const file = '/.well-known/agent-registration.json';

  test('names the registration back, another one, or none', async () => {
    const naming = (agentId: number) => JSON.stringify({ registrations: [{ agentId, agentRegistry: registry }] });
    server.documents[file] = naming(1);
    expect(await lookAtDomain()).toMatchObject({ identity: 'match' });
    server.documents[file] = naming(2);
    expect(await lookAtDomain()).toMatchObject({ identity: 'mismatch: identity_not_named' });
    delete server.documents[file];
    expect(await lookAtDomain()).toMatchObject({ reach: 'unreachable: http_status' });
  });

  test('is asked only where the record names the check', async () => {
    const looks = await lookAt({
      identity: [{ method: 'erc-8004', chain_id: 'eip155:1', registry, agent_ref: '1' }],
      agent_card: { url: `${server.url}/card`, format: 'other' },
      verifiable: [{ check: 'card_served', how: 'As described.' }],
    });
    expect(looks.map(({ target }) => target)).not.toContain('domain_file');
  });
});

describe('a name in the MCP registry', () => {
  const entry = (name: string, status = 'active') =>
    JSON.stringify({
      server: { name, version: '1.0.0' },
      _meta: { 'io.modelcontextprotocol.registry/official': { status } },
    });
  const lookAtName = async (name: string, texts: string[] = []) => {
    const tools = { mcpRegistry: server.url, txtRecords: async () => texts };
    const [look] = await lookAt({ identity: [{ method: 'mcp-registry-name', value: name }] }, undefined, tools);
    return outcomes(look);
  };
  const serve = (name: string, text: string) => {
    server.documents[`/v0.1/servers/${encodeURIComponent(name)}/versions/latest`] = text;
  };
  const ofAccount = 'io.github.example/server';
  const ofDomain = 'invalid.no-such-host/server';

  test('of an account that is listed', async () => {
    serve(ofAccount, entry(ofAccount));
    expect(await lookAtName(ofAccount)).toMatchObject({ listed: 'match', namespace: 'match' });
  });

  test('that is not there, was deleted, or belongs to another entry', async () => {
    expect(await lookAtName(ofAccount)).toEqual({ listed: 'mismatch: not_listed' });
    serve(ofAccount, entry(ofAccount, 'deleted'));
    expect((await lookAtName(ofAccount))['listed']).toBe('mismatch: not_listed');
    serve(ofAccount, entry('io.github.example/other'));
    expect((await lookAtName(ofAccount))['listed']).toBe('mismatch: not_listed');
    serve(ofAccount, '[]');
    expect((await lookAtName(ofAccount))['listed']).toBe('unread: schema_refused');
  });

  test('of a domain needs the key of the proof, in a file or a TXT record', async () => {
    serve(ofDomain, entry(ofDomain));
    expect((await lookAtName(ofDomain, ['v=MCPv1; k=ed25519; p=AAAA']))['namespace']).toBe('match');
    expect((await lookAtName(ofDomain, ['v=spf1 -all']))['namespace']).toBe('unread: dns_failed');
  });

  test('is never checked where no registry is named', async () => {
    const [look] = await lookAt({ identity: [{ method: 'mcp-registry-name', value: ofAccount }] });
    expect(outcomes(look)).toEqual({ listed: 'never_checked: no_reader' });
  });
});
