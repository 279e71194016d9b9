import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openContractReader } from '../../src/chain/contract-reader.ts';
import { type Devnet, openDevnet } from '../../src/devnet/devnet.ts';
import { networkOfGenesis } from '../../src/domain/chains/network.ts';
import { contract, openRegistryNode, type RegistryAnswers, registryAnswers } from '../support/agent-registry.ts';

let devnet: Devnet;
let node: Awaited<ReturnType<typeof openRegistryNode>>;
let answers: RegistryAnswers;

beforeAll(async () => {
  devnet = await openDevnet();
  node = await openRegistryNode(() => answers);
});
afterAll(async () => {
  await node.close();
  await devnet.close();
});
beforeEach(() => {
  answers = registryAnswers(devnet);
});

const chainOf = (genesis: string) => `ccd:${genesis.slice(0, 32)}`;
const read = (chain = chainOf(devnet.chain.genesisBlock), genesis = devnet.chain.genesisBlock) =>
  openContractReader({ url: new URL(`http://127.0.0.1:${node.port}`) }, networkOfGenesis(genesis))(chain, contract);

test('a contract on Concordium is there in a finalized block', async () => {
  expect(await read()).toEqual({ read: true, state: { has_code: true }, block: devnet.chain.lastFinalized().hash });
});

test('or it is not', async () => {
  answers['GetInstanceInfo'] = () => ({ status: 'NOT_FOUND', text: 'no such instance' });
  expect(await read()).toMatchObject({ read: true, state: { has_code: false } });
});

test('and a node that is on another network, or fails, says neither', async () => {
  expect(await read(chainOf('0'.repeat(64)))).toEqual({ read: false, reason: 'other_network' });
  expect(await read(chainOf('0'.repeat(64)), '0'.repeat(64))).toEqual({ read: false, reason: 'other_network' });
  answers['GetInstanceInfo'] = () => ({ status: 'UNAVAILABLE', text: 'no' });
  expect(await read()).toEqual({ read: false, reason: 'node_unavailable' });
});
