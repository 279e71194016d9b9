import { describe, expect, test } from 'vitest';
import { sha256Hex } from '../../src/domain/json/hash.ts';
import { a2aCard } from '../support/observatory.ts';
import { lookAt, now, observedServer, outcomes } from '../support/observed-server.ts';

const server = observedServer();
const { cardAt } = server;

describe('a card', () => {
  test('that is as expected', async () => {
    const text = JSON.stringify(a2aCard);
    server.documents['/card'] = text;
    const [look] = await lookAt(cardAt('/card'));
    expect(outcomes(look)).toEqual({
      reach: 'reachable',
      media_type: 'match',
      schema: 'match',
      hash: 'never_checked: nothing_to_compare',
      signature: 'never_checked: not_signed',
    });
    expect(look!.answer).toEqual({
      media_type: 'application/json',
      bytes: text.length,
      sha256: sha256Hex(text),
      same_bytes_since: now().toISOString(),
      format: 'a2a-agent-card-1.0',
    });
  });

  test('of A2A 0.3 is checked against that version', async () => {
    const { supportedInterfaces: _, ...rest } = a2aCard;
    server.documents['/card'] = JSON.stringify({ ...rest, url: 'https://example.org/', protocolVersion: '0.3.0' });
    const [look] = await lookAt(cardAt('/card'));
    expect(outcomes(look)['schema']).toBe('match');
    expect(look!.answer!.format).toBe('a2a-agent-card-0.3');
  });

  test('with unknown members still matches', async () => {
    server.documents['/card'] = JSON.stringify({ ...a2aCard, concordium: { owner: 'x' } });
    expect(outcomes((await lookAt(cardAt('/card')))[0])['schema']).toBe('match');
  });

  test('that lacks members says where, and repeats nothing of what it holds', async () => {
    server.documents['/card'] = JSON.stringify({ ...a2aCard, name: 7, skills: [{ id: 'SECRET-WORD' }] });
    const [look] = await lookAt(cardAt('/card'));
    expect(outcomes(look)['schema']).toBe('mismatch: schema_refused');
    expect(look!.answer!.problems!.map(({ pointer }) => pointer)).toEqual([
      '/name',
      '/skills/0/name',
      '/skills/0/description',
      '/skills/0/tags',
    ]);
    expect(JSON.stringify(look)).not.toContain('SECRET-WORD');
  });

  test.each([
    ['an HTML page', '<!doctype html>'],
    ['nothing', ''],
    ['half of it', JSON.stringify(a2aCard).slice(0, 50)],
    ['two members of one name', '{"name":"a","name":"b"}'],
    ['bytes that are no UTF-8', Uint8Array.from([0x7b, 0xff, 0x7d])],
    ['nesting without end', '['.repeat(100_000)],
  ])('that is %s is no JSON', async (_, body) => {
    server.documents['/card'] = body;
    const [look] = await lookAt(cardAt('/card'));
    expect(outcomes(look)).toMatchObject({
      reach: 'reachable',
      schema: 'mismatch: not_json',
      signature: 'unread: not_json',
    });
  });

  test.each(['null', '[]', '7', '"text"', '{"signatures":7}', '{"signatures":[null]}'])(
    'that is %s does not stop the observation',
    async (body) => {
      server.documents['/card'] = body;
      expect(outcomes((await lookAt(cardAt('/card')))[0])['schema']).toBe('mismatch: schema_refused');
    },
  );

  test('that is served as something other than JSON', async () => {
    server.documents['/card'] = JSON.stringify(a2aCard);
    server.mediaType = 'text/html';
    expect(outcomes((await lookAt(cardAt('/card')))[0])).toMatchObject({
      media_type: 'mismatch: other_media_type',
      schema: 'match',
    });
  });

  test('that cannot be fetched is unreachable, and no check is a mismatch', async () => {
    const [look] = await lookAt(cardAt('/gone', { hash: 'a'.repeat(64), hash_alg: 'sha-256' }));
    expect(outcomes(look)).toEqual({
      reach: 'unreachable: http_status',
      schema: 'unread: not_fetched',
      hash: 'unread: not_fetched',
      signature: 'unread: not_fetched',
    });
    expect(look).toMatchObject({ http_status: 404 });
    expect(look!.answer).toBeUndefined();
  });

  test('with the hash that the record holds', async () => {
    const text = JSON.stringify(a2aCard);
    server.documents['/card'] = text;
    const [right] = await lookAt(cardAt('/card', { hash: sha256Hex(text), hash_alg: 'sha-256' }));
    const [wrong] = await lookAt(cardAt('/card', { hash: sha256Hex(`${text} `), hash_alg: 'sha-256' }));
    expect(outcomes(right)['hash']).toBe('match');
    expect(outcomes(wrong)['hash']).toBe('mismatch: other_hash');
  });

  test('with a keccak-256 hash', async () => {
    server.documents['/card'] = '';
    const hash = 'c5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470';
    const [look] = await lookAt(cardAt('/card', { hash, hash_alg: 'keccak-256' }));
    expect(outcomes(look)['hash']).toBe('match');
  });

  test('of another format is only fetched and hashed', async () => {
    server.documents['/card'] = '{}';
    const [look] = await lookAt(cardAt('/card', { format: 'other' }));
    expect(outcomes(look)).toEqual({
      reach: 'reachable',
      media_type: 'match',
      schema: 'never_checked: no_schema',
      hash: 'never_checked: nothing_to_compare',
    });
    server.documents['/card'] = '<html>';
    const [page] = await lookAt(cardAt('/card', { format: 'other' }));
    expect(outcomes(page)['schema']).toBe('never_checked: no_schema');
  });
});

describe('a registration file', () => {
  const registry = 'eip155:8453:0x8004A169FB4a3325136EB29fA0ceB6D2e539a432';
  const identity = [{ method: 'erc-8004' as const, chain_id: 'eip155:8453', registry, agent_ref: '57911' }];
  const file = (registrations: unknown[]) =>
    JSON.stringify({
      type: 'https://eips.ethereum.org/EIPS/eip-8004#registration-v1',
      name: 'An agent',
      description: 'For tests.',
      services: [{ name: 'web', endpoint: 'https://example.org' }],
      registrations,
    });

  test.each([
    ['the entry of the record', [{ agentId: 57911, agentRegistry: registry }], 'match'],
    ['the entry in another case', [{ agentId: '57911', agentRegistry: registry.toLowerCase() }], 'match'],
    ['another agent', [{ agentId: 1, agentRegistry: registry }], 'mismatch: identity_not_named'],
    ['nothing', [], 'mismatch: identity_not_named'],
    ['objects', [{ agentId: { toString: 1 }, agentRegistry: { valueOf: null } }], 'mismatch: identity_not_named'],
  ])('that names %s', async (_, registrations, expected) => {
    server.documents['/file'] = file(registrations);
    const [, look] = await lookAt({ identity, ...cardAt('/file', { format: 'erc-8004-registration' }) });
    expect(outcomes(look)['identity']).toBe(expected);
  });

  test('of another type', async () => {
    server.documents['/file'] = JSON.stringify({ name: 'An agent' });
    const [look] = await lookAt(cardAt('/file', { format: 'erc-8004-registration' }));
    expect(outcomes(look)['schema']).toBe('mismatch: schema_refused');
  });
});
