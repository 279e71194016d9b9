import { describe, expect, test } from 'vitest';
import { sha256Hex } from '../../src/domain/json/hash.ts';
import type { AgentRegistryReader, RegistryAnswer } from '../../src/domain/observation/agent-registry.ts';
import { addLooks, Observation } from '../../src/domain/observation/observation.ts';
import { observeRecord } from '../../src/observing/observe-record.ts';
import { a2aCard, observatoryRecord } from '../support/observatory.ts';
import { fetch, lookAt, now, observedServer, outcomes } from '../support/observed-server.ts';

const server = observedServer();
const { cardAt } = server;

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
  const withCard = (cardAddress: string, cardSha256: string) =>
    reading({ read: true, agent: { ...agent, cardAddress, cardSha256 }, blockHash });

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
      server.documents['/card'] = text;
      const [look, card] = await lookAt({ identity, ...cardAt('/card') }, reading({ read: false, reason }));
      expect(outcomes(look)).toEqual({ registry: `unread: ${reason}` });
      expect(outcomes(card)['hash']).toBe(`unread: ${reason}`);
    },
  );

  test('without a node is never checked, and the anchored hash of the card is unread', async () => {
    server.documents['/card'] = JSON.stringify(a2aCard);
    const [look, card] = await lookAt({ identity, ...cardAt('/card', { hash_anchored: true, hash_alg: 'sha-256' }) });
    expect(outcomes(look)).toEqual({ registry: 'never_checked: no_reader' });
    expect(outcomes(card)['hash']).toBe('unread: no_reader');
  });

  test('gives the expected hash of the card', async () => {
    const text = JSON.stringify(a2aCard);
    server.documents['/card'] = text;
    const cardAddress = `${server.url}/card`;
    const [entry, right] = await lookAt({ identity, ...cardAt('/card') }, withCard(cardAddress, sha256Hex(text)));
    const [, wrong] = await lookAt({ identity, ...cardAt('/card') }, withCard(cardAddress, sha256Hex('{}')));
    expect(outcomes(entry)['card_address']).toBe('match');
    expect(outcomes(right)['hash']).toBe('match');
    expect(outcomes(wrong)['hash']).toBe('mismatch: other_hash');
  });

  test('of a record without a card leads to the card that it names, by its hash', async () => {
    const text = JSON.stringify(a2aCard);
    server.documents['/named'] = text;
    const cardAddress = `${server.url}/named`;
    const [entry, right] = await lookAt({ identity }, withCard(cardAddress, sha256Hex(text)));
    const [, wrong] = await lookAt({ identity }, withCard(cardAddress, sha256Hex('{}')));
    expect(outcomes(entry)).toEqual({ registry: 'match', owner: 'match' });
    expect(right!.target).toBe('agent_card');
    expect(right!.checks.find(({ check }) => check === 'hash')).toEqual({
      check: 'hash',
      result: 'match',
      network: chain,
      block: blockHash,
    });
    expect(outcomes(wrong)['hash']).toBe('mismatch: other_hash');
  });

  test('that names an address too long to keep, broken, or in capitals is kept, and its card compared', async () => {
    const text = JSON.stringify(a2aCard);
    const path = `/${'a'.repeat(3_000)}`;
    server.documents = { [path]: text, '/%EF%BF%BD': text, '/card': text };
    for (const named of [`${server.url}${path}`, `${server.url}/\ud800`, `${server.url.toUpperCase()}/card`]) {
      const answer = {
        read: true as const,
        agent: { ...agent, cardAddress: named, cardSha256: sha256Hex(text) },
        blockHash,
      };
      const looks = await observeRecord(observatoryRecord({ identity }), { fetch, registry: reading(answer), now });
      const kept = addLooks(undefined, 'one', now().toISOString(), looks);
      expect(Observation.safeParse(JSON.parse(JSON.stringify(kept))).success, named).toBe(true);
      expect(kept.results).toContainEqual(expect.objectContaining({ check: 'card_hash_onchain', result: 'pass' }));
    }
  });

  test('about a card at another address says nothing about the hash of this one', async () => {
    server.documents['/card'] = JSON.stringify(a2aCard);
    const other = { ...agent, cardAddress: 'https://example.org/other', cardSha256: 'c'.repeat(64) };
    const [entry, card] = await lookAt(
      { identity, ...cardAt('/card') },
      reading({ read: true, agent: other, blockHash }),
    );
    expect(outcomes(entry)['card_address']).toBe('mismatch: other_address');
    expect(outcomes(card)['hash']).toBe('never_checked: nothing_to_compare');
  });

  test('that is named twice has not one controller of two', async () => {
    const verifiable = [{ check: 'linked_control', how: 'Compare the owners.' }];
    const answer = reading({ read: true, agent, blockHash });
    const [, again] = await lookAt({ identity: [...identity, ...identity], verifiable }, answer);
    expect(outcomes(again)).toEqual({ registry: 'match', owner: 'match' });
    const [, second] = await lookAt(
      { identity: [...identity, { ...identity[0]!, agent_ref: '41' }], verifiable },
      answer,
    );
    expect(outcomes(second)['linked']).toBe('match');
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
