import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { AgentRegistryReader, RegistryAnswer } from '../../src/domain/observation/agent-registry.ts';
import { canonicalText } from '../../src/domain/json/canonical-json.ts';
import { sha256Hex } from '../../src/domain/json/hash.ts';
import { addLooks, Observation } from '../../src/domain/observation/observation.ts';
import { documentFetcher } from '../../src/observing/fetch-document.ts';
import { hostTurns } from '../../src/observing/host-turns.ts';
import { observeRecord } from '../../src/observing/observe-record.ts';
import { a2aCard, observatoryRecord } from '../support/observatory.ts';
import { type OddServer, openOddServer } from '../support/odd-server.ts';

let server: OddServer;
/** What the server gives, by path; anything else is 404. */
let documents: Record<string, string | Uint8Array>;
let mediaType: string;

beforeAll(async () => {
  server = await openOddServer((request, answer) => {
    const body = documents[request.url!];
    if (body === undefined) answer.writeHead(404).end();
    else answer.setHeader('content-type', mediaType).end(body);
  });
});
afterAll(() => server.close());
beforeEach(() => {
  documents = {};
  mediaType = 'application/json';
});

const fetch = documentFetcher({
  userAgent: 'Test (+https://example.org)',
  allowed: 'public_or_loopback',
  turns: hostTurns(0),
});
const now = () => new Date('2026-11-20T12:00:00.000Z');

const lookAt = async (members: Parameters<typeof observatoryRecord>[0], registry?: AgentRegistryReader) => {
  const looks = await observeRecord(observatoryRecord(members), { fetch, registry, now });
  return looks.map(({ target, look }) => ({ target, ...look }));
};

type Card = NonNullable<Parameters<typeof observatoryRecord>[0]['agent_card']>;
const cardAt = (path: string, more: Partial<Card> = {}): { agent_card: Card } => ({
  agent_card: { url: `${server.url}${path}`, format: 'a2a-agent-card', ...more },
});

const outcomes = (
  look: { checks: readonly { check: string; result: string; reason?: string | undefined }[] } | undefined,
) =>
  Object.fromEntries(
    look!.checks.map(({ check, result, reason }) => [check, reason ? `${result}: ${reason}` : result]),
  );

describe('a card', () => {
  test('that is as it should be', async () => {
    const text = JSON.stringify(a2aCard);
    documents['/card'] = text;
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

  test('of A2A 0.3 is held against that version', async () => {
    const { supportedInterfaces: _, ...rest } = a2aCard;
    documents['/card'] = JSON.stringify({ ...rest, url: 'https://example.org/', protocolVersion: '0.3.0' });
    const [look] = await lookAt(cardAt('/card'));
    expect(outcomes(look)['schema']).toBe('match');
    expect(look!.answer!.format).toBe('a2a-agent-card-0.3');
  });

  test('with members that nobody here knows is no worse for it', async () => {
    documents['/card'] = JSON.stringify({ ...a2aCard, concordium: { owner: 'x' } });
    expect(outcomes((await lookAt(cardAt('/card')))[0])['schema']).toBe('match');
  });

  test('that lacks members says where, and repeats nothing of what it holds', async () => {
    documents['/card'] = JSON.stringify({ ...a2aCard, name: 7, skills: [{ id: 'SECRET-WORD' }] });
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
    documents['/card'] = body;
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
      documents['/card'] = body;
      expect(outcomes((await lookAt(cardAt('/card')))[0])['schema']).toBe('mismatch: schema_refused');
    },
  );

  test('that calls itself something else than JSON', async () => {
    documents['/card'] = JSON.stringify(a2aCard);
    mediaType = 'text/html';
    expect(outcomes((await lookAt(cardAt('/card')))[0])).toMatchObject({
      media_type: 'mismatch: other_media_type',
      schema: 'match',
    });
  });

  test('that does not come is unreachable, and nothing about it is a mismatch', async () => {
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
    documents['/card'] = text;
    const [right] = await lookAt(cardAt('/card', { hash: sha256Hex(text), hash_alg: 'sha-256' }));
    const [wrong] = await lookAt(cardAt('/card', { hash: sha256Hex(`${text} `), hash_alg: 'sha-256' }));
    expect(outcomes(right)['hash']).toBe('match');
    expect(outcomes(wrong)['hash']).toBe('mismatch: other_hash');
  });

  test('with a keccak-256 hash', async () => {
    documents['/card'] = '';
    const hash = 'c5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470';
    const [look] = await lookAt(cardAt('/card', { hash, hash_alg: 'keccak-256' }));
    expect(outcomes(look)['hash']).toBe('match');
  });

  test('of another format is only fetched and hashed', async () => {
    documents['/card'] = '{}';
    const [look] = await lookAt(cardAt('/card', { format: 'other' }));
    expect(outcomes(look)).toEqual({
      reach: 'reachable',
      media_type: 'match',
      schema: 'never_checked: no_schema',
      hash: 'never_checked: nothing_to_compare',
    });
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
  ])('that names %s', async (_, registrations, expected) => {
    documents['/file'] = file(registrations);
    const [look] = await lookAt({ identity, ...cardAt('/file', { format: 'erc-8004-registration' }) });
    expect(outcomes(look)).toMatchObject({ schema: 'match', identity: expected });
  });

  test('of another type', async () => {
    documents['/file'] = JSON.stringify({ name: 'An agent' });
    const [look] = await lookAt(cardAt('/file', { format: 'erc-8004-registration' }));
    expect(outcomes(look)['schema']).toBe('mismatch: schema_refused');
  });
});

describe('the signature of a card', () => {
  const pairs = {
    ES256: generateKeyPairSync('ec', { namedCurve: 'P-256' }),
    EdDSA: generateKeyPairSync('ed25519'),
    RS256: generateKeyPairSync('rsa', { modulusLength: 2048 }),
  };
  type Alg = keyof typeof pairs;
  const encode = (text: string) => Buffer.from(text).toString('base64url');

  const signed = (
    card: object,
    alg: Alg,
    header: object = {},
    key: KeyObject = pairs[alg].privateKey,
    signedCard = card,
  ) => {
    const head = encode(JSON.stringify({ alg, kid: 'key-1', typ: 'JOSE', jku: `${server.url}/keys`, ...header }));
    const text = Buffer.from(`${head}.${encode(canonicalText(signedCard))}`);
    const signature = sign(alg === 'EdDSA' ? null : 'sha256', text, { key, dsaEncoding: 'ieee-p1363' });
    return { ...card, signatures: [{ protected: head, signature: signature.toString('base64url') }] };
  };
  const keySet = (...algs: Alg[]) =>
    JSON.stringify({ keys: algs.map((alg) => ({ ...pairs[alg].publicKey.export({ format: 'jwk' }), kid: 'key-1' })) });
  const signatureOf = async (card: object, more: Parameters<typeof observatoryRecord>[0] = {}) => {
    documents['/card'] = JSON.stringify(card);
    const look = (await lookAt({ ...cardAt('/card'), ...more }))[0]!;
    return { outcome: outcomes(look)['signature'], by: look.answer!.signed_by };
  };

  test.each<Alg>(['ES256', 'EdDSA', 'RS256'])('holds with %s', async (alg) => {
    documents['/keys'] = keySet(alg);
    const { outcome, by } = await signatureOf(signed(a2aCard, alg));
    expect(outcome).toBe('match');
    expect(by).toMatchObject({ alg, kid: 'key-1', key_address: `${server.url}/keys` });
  });

  test('holds when the card has empty members that its signer leaves out', async () => {
    documents['/keys'] = keySet('ES256');
    const card = { ...a2aCard, documentationUrl: '', security: [] };
    expect((await signatureOf(signed(card, 'ES256', {}, pairs.ES256.privateKey, a2aCard))).outcome).toBe('match');
  });

  test('names its key by the thumbprint of RFC 7638', async () => {
    documents['/keys'] = keySet('EdDSA');
    const { x } = pairs.EdDSA.publicKey.export({ format: 'jwk' });
    const { by } = await signatureOf(signed(a2aCard, 'EdDSA'));
    expect(by!.key_thumbprint_sha256).toBe(sha256Hex(`{"crv":"Ed25519","kty":"OKP","x":"${x}"}`));
  });

  test('fails when the card was changed', async () => {
    documents['/keys'] = keySet('ES256');
    const { outcome, by } = await signatureOf({ ...signed(a2aCard, 'ES256'), name: 'Another card' });
    expect(outcome).toBe('mismatch: signature_invalid');
    expect(by).toBeUndefined();
  });

  test('fails under another key of the same name', async () => {
    documents['/keys'] = keySet('ES256');
    const other = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
    expect((await signatureOf(signed(a2aCard, 'ES256', {}, other))).outcome).toBe('mismatch: signature_invalid');
  });

  test('is not held under a key that was made for something else', async () => {
    documents['/keys'] = keySet('EdDSA');
    expect((await signatureOf(signed(a2aCard, 'ES256'))).outcome).toBe('unread: key_not_found');
  });

  test('is unread when its key cannot be fetched', async () => {
    expect((await signatureOf(signed(a2aCard, 'ES256'))).outcome).toBe('unread: key_unreachable');
  });

  test('is unread when it names no key, and held under the key that the record names', async () => {
    documents['/record-keys'] = keySet('ES256');
    const card = signed(a2aCard, 'ES256', { jku: undefined });
    expect((await signatureOf(card)).outcome).toBe('unread: key_not_named');
    const keys = [{ use: 'cards', url: `${server.url}/record-keys` }];
    expect((await signatureOf(card, { keys })).outcome).toBe('match');
  });

  test('believes no key address that is not signed', async () => {
    documents['/keys'] = keySet('ES256');
    const card = signed(a2aCard, 'ES256', { jku: undefined });
    const [entry] = card.signatures;
    const { outcome } = await signatureOf({
      ...card,
      signatures: [{ ...entry, header: { jku: `${server.url}/keys` } }],
    });
    expect(outcome).toBe('unread: key_not_named');
  });

  test('fetches no key from a private address', async () => {
    const { outcome } = await signatureOf(signed(a2aCard, 'ES256', { jku: 'http://10.0.0.1/keys' }));
    expect(outcome).toBe('unread: key_unreachable');
  });

  test.each([
    ['none', { alg: 'none' }],
    ['a shared secret', { alg: 'HS256' }],
    ['extensions that must be understood', { crit: ['b64'], b64: false }],
  ])('is not read with %s', async (_, header) => {
    documents['/keys'] = keySet('ES256');
    expect((await signatureOf(signed(a2aCard, 'ES256', header))).outcome).toBe('unread: signature_unsupported');
  });

  test('that is no signature is a mismatch', async () => {
    const { outcome } = await signatureOf({ ...a2aCard, signatures: [{ protected: 'e30', signature: '***' }] });
    expect(outcome).toBe('mismatch: signature_malformed');
  });

  test('holds when a new one holds beside an old one whose key is gone', async () => {
    documents['/keys'] = keySet('ES256');
    const old = signed(a2aCard, 'ES256', { kid: 'gone' });
    const fresh = signed(a2aCard, 'ES256');
    const { outcome } = await signatureOf({ ...a2aCard, signatures: [...old.signatures, ...fresh.signatures] });
    expect(outcome).toBe('match');
  });

  test('keeps of a name what can be kept, whatever it holds', async () => {
    const kid = `\u0007\n${'x'.repeat(5000)}`;
    const { x } = pairs.EdDSA.publicKey.export({ format: 'jwk' });
    documents['/keys'] = JSON.stringify({ keys: [{ kty: 'OKP', crv: 'Ed25519', x, kid }] });
    documents['/card'] = JSON.stringify(signed(a2aCard, 'EdDSA', { kid }));
    const looks = await observeRecord(observatoryRecord(cardAt('/card')), { fetch, registry: undefined, now });
    const kept = addLooks(undefined, 'one', now().toISOString(), looks);
    expect(Observation.parse(JSON.parse(JSON.stringify(kept))).targets[0]!.latest.answer!.signed_by!.kid).toHaveLength(
      2000,
    );
  });

  test('never leads to more than four looks for keys', async () => {
    const before = server.asked.length;
    const many = Array.from({ length: 50 }, () => signed(a2aCard, 'ES256').signatures[0]);
    await signatureOf({ ...a2aCard, signatures: many });
    expect(server.asked.length - before).toBe(5);
  });
});

describe('a key set', () => {
  const jwk = generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' });
  const keys = (kid?: string) => [{ use: 'receipts', url: `${server.url}/jwks`, ...(kid ? { kid } : {}) }];

  test('that holds the key of the record', async () => {
    documents['/jwks'] = JSON.stringify({ keys: [{ ...jwk, kid: 'a' }] });
    expect(outcomes((await lookAt({ keys: keys('a') }))[0])).toMatchObject({ schema: 'match', key_listed: 'match' });
    expect(outcomes((await lookAt({ keys: keys('b') }))[0])).toMatchObject({ key_listed: 'mismatch: key_not_found' });
  });

  test('that gives away a private key', async () => {
    documents['/jwks'] = JSON.stringify({ keys: [{ ...jwk, d: 'secret' }] });
    const [look] = await lookAt({ keys: keys() });
    expect(outcomes(look)['schema']).toBe('mismatch: private_key_published');
    expect(JSON.stringify(look)).not.toContain('"secret"');
  });

  test('that is a page about the key is left unread', async () => {
    documents['/jwks'] = '<!doctype html>';
    expect(outcomes((await lookAt({ keys: keys() }))[0])['schema']).toBe('unread: not_json');
  });
});

describe('a registry entry', () => {
  const chain = 'ccd:9dd9ca4d19e9393877d2c44b70f89acb';
  const owner = '4owvMHZSKsPW8QGYUEWSdgqxfoPBh3ZwPameBV46pSvmeHDkEe';
  const identity = [
    {
      method: 'cis-8004' as const,
      chain_id: chain,
      contract: { index: 10_082, subindex: 0 },
      agent_ref: '40',
      account: `${chain}:${owner}`,
    },
  ];
  const blockHash = 'b'.repeat(64);
  const reading = (answer: RegistryAnswer): AgentRegistryReader => ({ agentOf: async () => answer });
  const agent = { status: 'active' as const, owner, cardAddress: undefined, cardSha256: undefined };

  test('as the record says', async () => {
    const [look] = await lookAt({ identity }, reading({ read: true, agent, blockHash }));
    expect(outcomes(look)).toEqual({ registry: 'match', owner: 'match' });
    expect(look!.entry).toEqual({ status: 'active', owner, block_hash: blockHash });
  });

  test('that was revoked, changed hands, or is not there', async () => {
    const other = '3kBx2h5Y2veb4hZgAJWPrr8RyQESKm5TjzF3ti1QQ4VSYLwK1G';
    const [revoked] = await lookAt(
      { identity },
      reading({ read: true, agent: { ...agent, status: 'revoked' }, blockHash }),
    );
    const [moved] = await lookAt({ identity }, reading({ read: true, agent: { ...agent, owner: other }, blockHash }));
    const [gone] = await lookAt({ identity }, reading({ read: true, agent: undefined, blockHash }));
    expect(outcomes(revoked)['registry']).toBe('mismatch: revoked');
    expect(outcomes(moved)['owner']).toBe('mismatch: other_owner');
    expect(outcomes(gone)).toEqual({ registry: 'mismatch: not_registered' });
  });

  test.each(['node_unavailable', 'contract_unusable', 'other_network'] as const)(
    'is unread, not wrong: %s',
    async (reason) => {
      const text = JSON.stringify(a2aCard);
      documents['/card'] = text;
      const [look, card] = await lookAt({ identity, ...cardAt('/card') }, reading({ read: false, reason }));
      expect(outcomes(look)).toEqual({ registry: `unread: ${reason}` });
      expect(outcomes(card)['hash']).toBe(`unread: ${reason}`);
    },
  );

  test('without a node is never checked, and the anchored hash of the card is unread', async () => {
    documents['/card'] = JSON.stringify(a2aCard);
    const [look, card] = await lookAt({ identity, ...cardAt('/card', { hash_anchored: true, hash_alg: 'sha-256' }) });
    expect(outcomes(look)).toEqual({ registry: 'never_checked: no_reader' });
    expect(outcomes(card)['hash']).toBe('unread: no_reader');
  });

  test('gives the hash that the card is held against', async () => {
    const text = JSON.stringify(a2aCard);
    documents['/card'] = text;
    const cardAddress = `${server.url}/card`;
    const withHash = (cardSha256: string) =>
      reading({ read: true, agent: { ...agent, cardAddress, cardSha256 }, blockHash });
    const [entry, right] = await lookAt({ identity, ...cardAt('/card') }, withHash(sha256Hex(text)));
    const [, wrong] = await lookAt({ identity, ...cardAt('/card') }, withHash(sha256Hex('{}')));
    expect(outcomes(entry)['card_address']).toBe('match');
    expect(outcomes(right)['hash']).toBe('match');
    expect(outcomes(wrong)['hash']).toBe('mismatch: other_hash');
  });

  test('about a card at another address says nothing about the hash of this one', async () => {
    documents['/card'] = JSON.stringify(a2aCard);
    const other = { ...agent, cardAddress: 'https://example.org/other', cardSha256: 'c'.repeat(64) };
    const [entry, card] = await lookAt(
      { identity, ...cardAt('/card') },
      reading({ read: true, agent: other, blockHash }),
    );
    expect(outcomes(entry)['card_address']).toBe('mismatch: other_address');
    expect(outcomes(card)['hash']).toBe('never_checked: nothing_to_compare');
  });

  test('is taken from the badge where the record names only that', async () => {
    const asked: unknown[] = [];
    const registry: AgentRegistryReader = {
      agentOf: async (...question) => {
        asked.push(question);
        return { read: true, agent, blockHash };
      },
    };
    await lookAt(
      { identity: [{ method: 'cis-8004', chain_id: chain, asset_id: `${chain}/cis-2:Mf22soLh1NuZYFgBK8iSs` }] },
      registry,
    );
    expect(asked).toEqual([[chain, { index: 10_082, subindex: 0 }, '484']]);
  });
});

describe('what is kept over time', () => {
  const lookAtCard = async (at: string) => {
    const looks = await observeRecord(observatoryRecord({ id: 'one', ...cardAt('/card') }), {
      fetch,
      registry: undefined,
      now: () => new Date(at),
    });
    return { at, looks };
  };
  const observe = async (days: readonly string[], bodies: readonly (string | undefined)[]) => {
    let kept: ReturnType<typeof addLooks> | undefined;
    for (const [index, day] of days.entries()) {
      const body = bodies[index];
      documents = body === undefined ? {} : { '/card': body };
      const { at, looks } = await lookAtCard(`${day}T00:00:00.000Z`);
      kept = addLooks(kept, 'one', at, looks);
    }
    return kept!.targets[0]!;
  };
  const card = JSON.stringify(a2aCard);

  test('a failed look never replaces the last good one, however often it fails', async () => {
    const target = await observe(['2026-01-01', '2026-01-02', '2026-01-03'], [card, undefined, undefined]);
    expect(target.latest).toMatchObject({ at: '2026-01-03T00:00:00.000Z', http_status: 404 });
    expect(target.last_good).toMatchObject({ at: '2026-01-01T00:00:00.000Z', answer: { sha256: sha256Hex(card) } });
  });

  test('a good look needs no older one beside it', async () => {
    const target = await observe(['2026-01-01', '2026-01-02', '2026-01-03'], [card, undefined, card]);
    expect(target.last_good).toBeUndefined();
    expect(target.latest.answer!.same_bytes_since).toBe('2026-01-01T00:00:00.000Z');
  });

  test('changed bytes are seen since they changed', async () => {
    const target = await observe(['2026-01-01', '2026-01-02', '2026-01-03'], [card, `${card} `, `${card} `]);
    expect(target.latest.answer).toMatchObject({
      sha256: sha256Hex(`${card} `),
      same_bytes_since: '2026-01-02T00:00:00.000Z',
    });
  });

  test('an address that the record no longer names keeps what was seen there', async () => {
    documents = { '/card': card };
    const { at, looks } = await lookAtCard('2026-01-01T00:00:00.000Z');
    const before = addLooks(undefined, 'one', at, looks);
    const moved = await observeRecord(observatoryRecord({ id: 'one', ...cardAt('/new') }), {
      fetch,
      registry: undefined,
      now,
    });
    const after = addLooks(before, 'one', now().toISOString(), moved);
    expect(after.targets.map(({ address }) => address)).toEqual([`${server.url}/new`, `${server.url}/card`]);
    expect(after.targets[1]).toEqual(before.targets[0]);
  });

  test('a registry read once is not forgotten by a run without a node', () => {
    const seen = {
      at: '2026-01-01T00:00:00.000Z',
      checks: [{ check: 'registry' as const, result: 'match' as const }],
      entry: { status: 'active' as const, block_hash: 'b'.repeat(64) },
    };
    const untried = {
      at: '2026-01-02T00:00:00.000Z',
      checks: [{ check: 'registry' as const, result: 'never_checked' as const, reason: 'no_reader' as const }],
    };
    const target = { target: 'registry_entry' as const, address: 'ccd:x:<1,0>/1' };
    const before = addLooks(undefined, 'one', seen.at, [{ ...target, look: seen, untried: false }]);
    expect(addLooks(before, 'one', untried.at, [{ ...target, look: untried, untried: true }]).targets).toEqual(
      before.targets,
    );
  });
});
