import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inChecksumCase } from '../../src/domain/chains/address-rules.ts';
import { addLooks, Observation } from '../../src/domain/observation/observation.ts';
import { hostTurns } from '../../src/observing/host-turns.ts';
import { observeRecord } from '../../src/observing/observe-record.ts';
import { registryReaders } from '../../src/observing/registry-readers.ts';
import { FINALIZED, openEvmNode } from '../support/evm-node.ts';
import { observatoryRecord } from '../support/observatory.ts';
import { fetch, lookAt, now, observedServer, outcomes } from '../support/observed-server.ts';
import { type OddServer, openOddServer } from '../support/odd-server.ts';

const CHAIN = 'eip155:8453';
const owner = inChecksumCase(`0x${'c0ffee'.repeat(6)}abcd`);
const server = observedServer();
let node: Awaited<ReturnType<typeof openEvmNode>>;
beforeAll(async () => {
  node = await openEvmNode(8453);
});
afterAll(() => node.close());

const readerAt = (url: string, chainId = CHAIN) =>
  registryReaders(undefined, [{ url: new URL(url), chainId }], hostTurns(0));
const reader = () => readerAt(node.url);
const identity = (
  agentRef: string,
  more: { account?: string; registry?: string; method?: 'erc-8004-other-instance' } = {},
) => [
  { method: 'erc-8004' as const, chain_id: CHAIN, registry: `${CHAIN}:${node.contract}`, agent_ref: agentRef, ...more },
];
const registration = (registry: string, agentId: string) =>
  JSON.stringify({
    type: 'https://eips.ethereum.org/EIPS/eip-8004#registration-v1',
    name: 'An agent',
    description: 'For tests.',
    services: [{ name: 'web', endpoint: 'https://example.org/' }],
    registrations: [{ agentId: Number(agentId), agentRegistry: registry }],
  });

describe('an ERC-8004 identity', () => {
  test('is read at a finalized block: owner, address of the card and wallet', async () => {
    const uri = `${server.url}/file.json`;
    const agentId = await node.register(owner, uri);
    server.documents['/file.json'] = registration(`${CHAIN}:${node.contract}`, agentId);
    const [entry, card] = await lookAt(
      {
        identity: identity(agentId, { account: `${CHAIN}:${owner}` }),
        agent_card: { url: uri, format: 'erc-8004-registration' },
      },
      reader(),
    );
    expect(outcomes(entry)).toEqual({ registry: 'match', owner: 'match', card_address: 'match', wallet: 'match' });
    expect(entry!.checks[0]).toMatchObject({ network: CHAIN, block: String(Number(FINALIZED.number)) });
    expect(entry!.entry).toEqual({
      status: 'registered',
      owner,
      wallet: owner,
      card_address: uri,
      block_hash: FINALIZED.hash.slice(2),
    });
    expect(outcomes(card)).toMatchObject({
      schema: 'match',
      identity: 'match',
      hash: 'never_checked: nothing_to_compare',
    });
  });

  test('of a record without a card leads to the file that the registry names', async () => {
    const agentId = await node.register(owner, `${server.url}/named.json`);
    server.documents['/named.json'] = registration(`${CHAIN}:${node.contract}`, agentId);
    const [, card] = await lookAt({ identity: identity(agentId) }, reader());
    expect(card).toMatchObject({ target: 'agent_card' });
    expect(outcomes(card)).toMatchObject({ reach: 'reachable', identity: 'match' });
  });

  test('whose registry holds the file itself leads to it, without a request and without an address that serves it', async () => {
    const next = String(Number(await node.register(owner, '')) + 1);
    const file = registration(`${CHAIN}:${node.contract}`, next).replace('For tests.', 'For tests. '.repeat(300));
    expect(await node.register(owner, `data:application/json;base64,${Buffer.from(file).toString('base64')}`)).toBe(
      next,
    );
    const record = observatoryRecord({ identity: identity(next) });
    const looks = await observeRecord(record, { fetch, registry: reader(), now });
    const card = looks.find(({ target }) => target === 'agent_card')!;
    expect(card.address).toBe(looks[0]!.address);
    expect(outcomes(card.look)).toMatchObject({ reach: 'reachable', schema: 'match', identity: 'match' });
    expect(card.look.answer).toMatchObject({ bytes: Buffer.byteLength(file), media_type: 'application/json' });
    const { results = [] } = Observation.parse(addLooks(undefined, record.id, now().toISOString(), looks));
    expect(results.map(({ check }) => check)).not.toContain('card_served');
  });

  test('whose registry holds a broken file address has an unreachable file', async () => {
    const agentId = await node.register(owner, 'data:application/json;base64,***');
    const [, card] = await lookAt({ identity: identity(agentId) }, reader());
    expect(outcomes(card)).toMatchObject({ reach: 'unreachable: broken_address', schema: 'unread: not_fetched' });
  });

  test('of another owner, with another card, and without a wallet', async () => {
    const agentId = await node.register(owner, 'https://example.org/other');
    await node.unsetWallet(owner, agentId);
    const other = inChecksumCase(`0x${'12'.repeat(20)}`);
    const [entry] = await lookAt(
      {
        identity: identity(agentId, { account: `${CHAIN}:${other}` }),
        agent_card: { url: `${server.url}/card`, format: 'other' },
      },
      reader(),
    );
    expect(outcomes(entry)).toEqual({
      registry: 'match',
      owner: 'mismatch: other_owner',
      card_address: 'mismatch: other_address',
      wallet: 'never_checked: no_wallet',
    });
  });

  test('in an instance of other code says nothing of the consent of its wallet', async () => {
    const agentId = await node.register(owner, '');
    const method = 'erc-8004-other-instance' as const;
    const [entry] = await lookAt({ identity: identity(agentId, { method }) }, reader());
    expect(outcomes(entry)).toEqual({ registry: 'match' });
    expect(entry!.entry).toMatchObject({ wallet: owner });
  });

  test('whose file is in the registry itself or named by its content is not said to have another card', async () => {
    for (const uri of ['data:application/json;base64,e30=', 'ipfs://bafy/agent.json']) {
      const agentId = await node.register(owner, uri);
      const [entry] = await lookAt(
        { identity: identity(agentId), agent_card: { url: `${server.url}/card`, format: 'other' } },
        reader(),
      );
      expect(outcomes(entry)['card_address']).toBe('unread: scheme_refused');
    }
  });

  test('that the registry does not have is not registered', async () => {
    const [entry] = await lookAt({ identity: identity('999999') }, reader());
    expect(outcomes(entry)).toEqual({ registry: 'mismatch: not_registered' });
  });

  test('at an address without a contract is unread', async () => {
    const registry = `${CHAIN}:${inChecksumCase(`0x${'34'.repeat(20)}`)}`;
    const [entry] = await lookAt({ identity: identity('1', { registry }) }, reader());
    expect(outcomes(entry)).toEqual({ registry: 'unread: contract_unusable' });
  });

  test('is unread at a node of another chain, and never checked without a node', async () => {
    const wrong = await openEvmNode(1);
    const [entry] = await lookAt({ identity: identity('0') }, readerAt(wrong.url));
    await wrong.close();
    expect(outcomes(entry)).toEqual({ registry: 'unread: other_network' });
    const [unasked] = await lookAt({ identity: identity('0') }, readerAt(node.url, 'eip155:1'));
    expect(outcomes(unasked)).toEqual({ registry: 'never_checked: no_reader' });
  });

  test.each([
    ['an error', JSON.stringify({ jsonrpc: '2.0', id: 1, error: { code: -32005, message: 'limit exceeded' } })],
    ['no JSON', '<html>'],
    ['another form', '{"jsonrpc":"2.0","id":1,"result":{"a":1}}'],
    ['nothing', ''],
  ])('is unread at a node that answers %s', async (_, answer) => {
    const odd: OddServer = await openOddServer((request, response) => {
      request.resume();
      response.end(answer);
    });
    const [entry] = await lookAt({ identity: identity('0') }, readerAt(odd.url));
    await odd.close();
    expect(outcomes(entry)).toEqual({ registry: 'unread: node_unavailable' });
  });

  test('is unread at a node that is not there', async () => {
    const [entry] = await lookAt({ identity: identity('0') }, readerAt('http://127.0.0.1:9'));
    expect(outcomes(entry)).toEqual({ registry: 'unread: node_unavailable' });
  });
});
