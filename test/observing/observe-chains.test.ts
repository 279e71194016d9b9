import { text } from 'node:stream/consumers';
import { afterAll, describe, expect, test } from 'vitest';
import { inChecksumCase } from '../../src/domain/chains/address-rules.ts';
import type { ContractRead } from '../../src/domain/datasets/observatory/contract-read.ts';
import { sha256Hex } from '../../src/domain/json/hash.ts';
import type { AgentReader, RegisteredAgent } from '../../src/domain/observation/sources.ts';
import { COUNTER, type EvmDouble, FINALIZED, openEvmNode, REGISTRY } from '../support/evm-node.ts';
import { at, findingsOf, observedServer, resultOf } from '../support/observed-server.ts';
import { openOddServer } from '../support/odd-server.ts';

const server = observedServer();
const source = 'https://example.org/agent';
const owner = inChecksumCase(`0x${'c0ffee'.repeat(6)}abcd`);
const other = inChecksumCase(`0x${'12'.repeat(20)}`);
const block = String(Number(FINALIZED.number));

const node = await openEvmNode(8453);
afterAll(() => node.close());

const entryOf = (agentId: string, { chain }: Pick<EvmDouble, 'chain'> = node, account?: string) => ({
  method: 'erc-8004' as const,
  chain_id: chain,
  registry: `${chain}:${REGISTRY}`,
  agent_ref: agentId,
  ...(account === undefined ? {} : { account: `${chain}:${account}` }),
});
const check = (name: string) => ({ check: name, how: 'Look.' });

describe('an entry of an ERC-8004 registry', () => {
  test('has an owner, a card and a wallet, read at the last finalized block', async () => {
    const agentId = node.register(owner, `${server.url.toUpperCase()}/card`);
    const names = ['registry_owner', 'token_uri_equals_card', 'agent_wallet_consent'];
    const findings = await findingsOf(
      {
        identity: [entryOf(agentId, node, owner)],
        agent_card: { url: `${server.url}/card`, format: 'other' },
        verifiable: names.map(check),
      },
      at(node),
    );
    expect(findings).toEqual(
      names.map((name) => ({
        check: name,
        result: 'pass',
        network: node.chain,
        block,
        address: `${node.chain}:${REGISTRY}/${agentId}`,
      })),
    );
  });

  test('of another owner, at another card, without a wallet, or that is not there', async () => {
    const agentId = node.register(owner, 'https://example.org/other');
    const identity = [entryOf(agentId, node, other)];
    expect(await resultOf('registry_owner', { identity }, at(node))).toEqual(['fail: other_owner']);
    const agent_card = { url: `${server.url}/card`, format: 'other' as const };
    expect(await resultOf('token_uri_equals_card', { identity, agent_card }, at(node))).toEqual([
      'fail: other_address',
    ]);
    node.unsetWallet(agentId);
    expect(await resultOf('agent_wallet_consent', { identity }, at(node))).toEqual(['not_run: not_stated']);
    expect(await resultOf('registry_owner', { identity: [entryOf('999')] }, at(node))).toEqual([
      'fail: not_registered',
    ]);
  });

  test('whose file is in the registry itself, or is not named, is at no address to compare', async () => {
    const agent_card = { url: `${server.url}/card`, format: 'other' as const };
    for (const [uri, reason] of [
      ['data:application/json,{}', 'scheme_refused'],
      ['', 'not_stated'],
    ] as const) {
      const identity = [entryOf(node.register(owner, uri))];
      expect(await resultOf('token_uri_equals_card', { identity, agent_card }, at(node))).toEqual([
        `not_run: ${reason}`,
      ]);
    }
  });

  test('has no answer without a node of its chain, at a node of another chain, or where no contract stands', async () => {
    const identity = [entryOf('0')];
    const elsewhere = { nodes: [{ url: new URL(node.url), chainId: 'eip155:1' }] };
    const owned = (members: Parameters<typeof resultOf>[1], tools?: Parameters<typeof resultOf>[2]) =>
      resultOf('registry_owner', members, tools);
    expect(await owned({ identity })).toEqual(['not_run: no_reader']);
    expect(await owned({ identity: [entryOf('0', { chain: 'eip155:1' })] }, elsewhere)).toEqual([
      'not_run: other_network',
    ]);
    const registry = `${node.chain}:${other}`;
    const instance = { ...entryOf('0'), method: 'erc-8004-other-instance' as const, registry };
    expect(await owned({ identity: [instance] }, at(node))).toEqual(['not_run: contract_unusable']);
    expect(await owned({ identity: [entryOf('9'.repeat(78))] }, at(node))).toEqual(['not_run: contract_unusable']);
  });

  test.each<[string, unknown]>([
    ['no JSON', 'odd'],
    ['an error', { error: { code: -32000, message: 'busy' } }],
    ['a number of another form', { result: 7 }],
    ['nothing', {}],
  ])('is unread where the node answers with %s', async (_name, answer) => {
    const odd = await openOddServer((request, response) => {
      void text(request).then(() => response.end(typeof answer === 'string' ? answer : JSON.stringify(answer)));
    });
    const tools = at({ ...odd, chain: node.chain });
    expect(await resultOf('registry_owner', { identity: [entryOf('0')] }, tools)).toEqual([
      'not_run: node_unavailable',
    ]);
    await odd.close();
  });
});

describe('a contract', () => {
  const read = async (more: Partial<ContractRead>, contract: string = COUNTER) => {
    const reads = [{ contract: `${node.chain}:${contract}`, function: 'count()(uint256)', source, ...more }];
    return (await resultOf('contract_state', {}, at(node), { reads }))[0];
  };

  test('answers as a source states, with at least as much, with anything, or otherwise', async () => {
    expect(await read({ answer: '10' })).toBe('pass');
    expect(await read({ answer: '11' })).toBe('fail: other_answer');
    expect(await read({ at_least: '9' })).toBe('pass');
    expect(await read({ at_least: '11' })).toBe('fail: other_answer');
    expect(await read({ any_answer: true })).toBe('pass');
  });

  test('that is not there, refuses, or answers with something of another type', async () => {
    expect(await read({ any_answer: true }, other)).toBe('fail: no_code');
    expect(await read({ any_answer: true }, REGISTRY)).toBe('fail: no_answer');
    expect(await read({ function: 'is()(bool)', any_answer: true })).toBe('fail: no_answer');
  });

  test('is asked with the arguments of the read, and answers in the form of records', async () => {
    const agentId = node.register(owner, 'https://example.org/one');
    expect(await read({ function: 'ownerOf(uint256)(address)', arguments: [agentId], answer: owner }, REGISTRY)).toBe(
      'pass',
    );
    const uri = { function: 'tokenURI(uint256)(string)', arguments: [agentId], answer: 'https://example.org/one' };
    expect(await read(uri, REGISTRY)).toBe('pass');
  });
});

test.each([
  ['succeeded', 'pass', {}],
  ['failed', 'fail: transaction_failed', { status: '0x0' }],
  ['is in no finalized block yet', 'not_run: transaction_not_final', { block: '0x1312d01' }],
])('a transaction that %s: %s', async (_name, expected, members) => {
  const example = { what: 'A payment.', network: node.chain, tx: node.transact(members) };
  const receipts = { examples: [example, { ...example, tx: `0x${'f'.repeat(64)}` }] };
  expect(await resultOf('transaction_exists', { receipts } as object, at(node))).toEqual([
    expected,
    'not_run: transaction_not_found',
  ]);
});

describe('one controller of two entries', () => {
  const linked = async (identity: ReturnType<typeof entryOf>[], ...nodes: EvmDouble[]) =>
    (
      await resultOf(
        'linked_control',
        { identity },
        { nodes: nodes.map(({ url, chain }) => ({ url: new URL(url), chainId: chain })) },
      )
    )[0];

  test('is the owner of both; two owners are no failure', async () => {
    const [one, two, three] = [node.register(owner, ''), node.register(owner, ''), node.register(other, '')];
    expect(await linked([entryOf(one), entryOf(two)], node)).toBe('pass');
    expect(await linked([entryOf(one), entryOf(three)], node)).toBe('not_run: other_owner');
    expect(await linked([entryOf(one), entryOf('999')], node)).toBe('fail: not_registered');
  });

  test('is on several chains an account without code on each', async () => {
    const second = await openEvmNode(1);
    const both = () => [entryOf(node.register(owner, '')), entryOf(second.register(owner, ''), second)];
    expect(await linked(both(), node, second)).toBe('pass');
    expect(await linked(both(), node)).toBe('not_run: no_reader');
    second.deploy(owner, '0x');
    expect(await linked(both(), node, second)).toBe('not_run: contract_account');
    await second.close();
  });
});

describe('an entry that an index shows', () => {
  const shownBy = async (item: object, registry = `${node.chain}:${REGISTRY}`) => {
    server.documents['/agents'] = JSON.stringify({ items: [item] });
    const place = { agent: '/items/0/token_id', owner: '/items/0/owner' };
    const entries = [{ url: `${server.url}/agents`, registry, ...place, source }];
    return (await resultOf('index_agreement', {}, at(node), { entries }))[0];
  };

  test('agrees with its registry, or does not', async () => {
    const token_id = Number(node.register(owner, ''));
    expect(await shownBy({ token_id, owner: owner.toLowerCase() })).toBe('pass');
    expect(await shownBy({ token_id, owner: other })).toBe('fail: other_owner');
    expect(await shownBy({ token_id: '999', owner })).toBe('fail: not_registered');
    expect(await shownBy({ owner })).toBe('fail: schema_refused');
    expect(await shownBy({ token_id, owner }, `eip155:1:${REGISTRY}`)).toBe('not_run: no_reader');
  });
});

describe('an entry of a CIS-8004 registry', () => {
  const chain = 'ccd:4221332d34e1694168c2a0c0b3fd0f27';
  const account = '4UC8o4m8AgTxt5VBFMdLwMCwwJQVJwjesNzW7RPXkACynrULmd';
  const identity = [
    {
      method: 'cis-8004' as const,
      chain_id: chain,
      contract: { index: 10_082, subindex: 0 },
      agent_ref: '40',
      account: `${chain}:${account}`,
    },
  ];
  const agent: RegisteredAgent = { status: 'active', owner: account, cardAddress: undefined, cardSha256: undefined };
  const reader =
    (value: RegisteredAgent | undefined): AgentReader =>
    async () => ({ read: true, value, block: 'ab'.repeat(32) });
  const result = async (name: string, value: RegisteredAgent | undefined, members: object = {}) =>
    (await resultOf(name, { identity, ...members }, { concordium: reader(value) }))[0];

  test('is in force, revoked or absent, and has its owner either way', async () => {
    const revoked = { ...agent, status: 'revoked' as const };
    expect(await result('registry_status', agent)).toBe('pass');
    expect(await result('registry_status', revoked)).toBe('fail: revoked');
    expect(await result('registry_owner', revoked)).toBe('pass');
    expect(await result('registry_owner', undefined)).toBe('fail: not_registered');
  });

  test('vouches for the bytes of the card at its own address alone', async () => {
    server.documents['/card'] = '{}';
    const named = { ...agent, cardAddress: `${server.url}/card`, cardSha256: sha256Hex('{}') };
    const card = (path: string) => ({ agent_card: { url: `${server.url}${path}`, format: 'other' } });
    expect(await result('card_hash_onchain', named)).toBe('pass');
    expect(await result('card_hash_onchain', named, card('/card'))).toBe('pass');
    expect(await result('card_hash_onchain', named, card('/elsewhere'))).toBe('not_run: other_address');
    expect(await result('card_hash_onchain', { ...named, cardSha256: sha256Hex('') })).toBe('fail: other_hash');
    expect(await result('card_hash_onchain', { ...named, cardSha256: undefined })).toBe('not_run: not_stated');
  });

  test('is taken from the badge where the record names only that', async () => {
    const asked: unknown[] = [];
    const concordium: AgentReader = async (...question) => {
      asked.push(question);
      return { read: true, value: agent, block: 'ab'.repeat(32) };
    };
    const badge = [{ method: 'cis-8004' as const, chain_id: chain, asset_id: `${chain}/cis-2:Mf22soLh1NuZYFgBK8iSs` }];
    await resultOf('registry_owner', { identity: badge }, { concordium });
    expect(asked).toEqual([[chain, { index: 10_082, subindex: 0 }, '484']]);
  });
});
