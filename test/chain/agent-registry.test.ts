import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { openAgentRegistry } from '../../src/chain/agent-registry.ts';
import { openDevnet } from '../../src/devnet/devnet.ts';
import { bytesIn, messageIn, numberIn, parseMessage } from '../../src/devnet/protobuf.ts';
import { networkOfGenesis } from '../../src/domain/chains/network.ts';
import {
  agentView,
  contract,
  moduleOf,
  moduleSchema,
  none,
  openRegistryNode,
  type RegistryAnswers,
  registryAnswers,
  rejected,
  some,
  source,
  success,
  types,
  view,
} from '../support/agent-registry.ts';

let answers: RegistryAnswers;
let asked: Uint8Array[];
const devnet = await openDevnet();
const node = await openRegistryNode(() => answers);
afterAll(async () => {
  await node.close();
  await devnet.close();
});
beforeEach(() => {
  asked = [];
  answers = {
    ...registryAnswers(devnet),
    InvokeInstance: (request) => {
      asked.push(request);
      return success(some(view()));
    },
  };
});

const chainId = () => `ccd:${devnet.chain.genesisBlock.slice(0, 32)}`;
const agentOf = (tokenId = '484', chain = chainId(), genesis = devnet.chain.genesisBlock) =>
  openAgentRegistry({ url: new URL(`http://127.0.0.1:${node.port}`) }, networkOfGenesis(genesis))(
    chain,
    contract,
    tokenId,
  );

describe('the CIS-8004 agent registry', () => {
  test('is asked with the token id as the standard writes it, in a finalized block', async () => {
    const answer = await agentOf();
    expect(answer).toMatchObject({ read: true, block: devnet.chain.lastFinalized().hash });
    const [request] = asked.map(parseMessage);
    expect(Buffer.from(bytesIn(messageIn(request!, 6), 1)!).toString('hex')).toBe('08e401000000000000');
    expect(Buffer.from(bytesIn(messageIn(request!, 5), 1)!).toString()).toBe('CIS-8004.agentOf');
    expect(numberIn(messageIn(request!, 3), 1)).toBe(10_082n);
  });

  test('says who owns the agent, where its card is and which hash it has', async () => {
    const answer = await agentOf();
    expect(answer).toMatchObject({
      value: { status: 'active', cardAddress: 'https://example.org/card.json', cardSha256: 'ab'.repeat(32) },
    });
    expect(answer.read && answer.value!.owner).toMatch(/^[1-9A-HJ-NP-Za-km-z]{50}$/);
  });

  test('says when the registration was revoked, and when it has no card', async () => {
    answers['InvokeInstance'] = () => success(some(view({ uri: none, hash: none, status: 1 })));
    const answer = await agentOf();
    expect(answer.read && answer.value).toMatchObject({
      status: 'revoked',
      cardAddress: undefined,
      cardSha256: undefined,
    });
  });

  test('may answer with the bare view, as in the standard', async () => {
    answers['GetModuleSource'] = () => source(moduleOf(moduleSchema(agentView)));
    answers['InvokeInstance'] = () => success(view());
    expect(await agentOf()).toMatchObject({ read: true, value: { status: 'active' } });
  });

  test('reports an unknown agent with an empty answer or the error of the standard', async () => {
    answers['InvokeInstance'] = () => success(none);
    expect(await agentOf()).toMatchObject({ read: true, value: undefined });
    answers['InvokeInstance'] = () => rejected(-7200);
    expect(await agentOf()).toMatchObject({ read: true, value: undefined });
  });

  test.each<[string, () => void]>([
    ['another refusal', () => (answers['InvokeInstance'] = () => rejected(-7201))],
    ['an answer about another token', () => (answers['InvokeInstance'] = () => success(some(view({ id: 485n }))))],
    ['half an answer', () => (answers['InvokeInstance'] = () => success(some(view()).subarray(0, 30)))],
    ['a contract without a schema', () => (answers['GetModuleSource'] = () => source(moduleOf(undefined)))],
    [
      'a contract that returns something else',
      () => (answers['GetModuleSource'] = () => source(moduleOf(moduleSchema(types.string)))),
    ],
    ['no contract', () => (answers['GetInstanceInfo'] = () => ({ status: 'NOT_FOUND', text: 'no instance' }))],
  ])('leaves unread what it cannot understand: %s', async (_, arrange) => {
    arrange();
    expect(await agentOf()).toEqual({ read: false, reason: 'contract_unusable' });
  });

  test('a token id of more than 64 bits is refused', async () => {
    expect(await agentOf('18446744073709551616')).toEqual({ read: false, reason: 'contract_unusable' });
  });

  test('a node or a record of another network is not trusted', async () => {
    expect(await agentOf('484', `ccd:${'a'.repeat(32)}`, 'a'.repeat(64))).toEqual({
      read: false,
      reason: 'other_network',
    });
    expect(await agentOf('484', 'ccd:9dd9ca4d19e9393877d2c44b70f89acb')).toEqual({
      read: false,
      reason: 'other_network',
    });
    expect(asked).toEqual([]);
  });

  test('a failure of the node gives no result about the agent', async () => {
    answers['InvokeInstance'] = () => ({ status: 'UNAVAILABLE', text: 'down' });
    expect(await agentOf()).toEqual({ read: false, reason: 'node_unavailable' });
  });
});
