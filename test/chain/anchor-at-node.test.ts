import { afterAll, describe, expect, test } from 'vitest';
import { checkAnchorAtNode, parseNodeAddress } from '../../src/chain/node.ts';
import { simulatedAccount } from '../../src/devnet/account.ts';
import type { AnchorCheck } from '../../src/domain/anchors/anchor-check.ts';
import { hashNamed, openWorld, settleAll } from '../support/chain-double/world.ts';

const receiptHash = hashNamed('to check');
const world = await openWorld();
afterAll(() => world.close());
const service = world.service();
await service.anchor(receiptHash);
await settleAll(world, service);
const record = (await service.find(receiptHash))!;
const transactionHash = record.transaction_hash!;
const sender = record.sender!;

const results = ({ checks }: { readonly checks: readonly AnchorCheck[] }) =>
  Object.fromEntries(checks.map(({ id, result }) => [id, result]));
const check = (claimed: Partial<Parameters<typeof checkAnchorAtNode>[1]> = {}) =>
  checkAnchorAtNode(new URL(world.devnet.url), {
    receiptHash,
    transactionHash,
    sender,
    genesisBlock: world.devnet.network.genesisBlock,
    ...claimed,
  });

test('a true anchor passes every check except the network check, since a simulation proves nothing', async () => {
  expect(results(await check())).toEqual({
    node: 'pass', network: 'unverified', finalized: 'pass', register_data: 'pass', sender: 'pass', exact_bytes: 'pass', hash: 'pass',
  }); // prettier-ignore
});

test('another receipt hash, another sender, another network or an unknown transaction fails only its check', async () => {
  expect(results(await check({ receiptHash: hashNamed('other') }))).toMatchObject({
    hash: 'fail',
    exact_bytes: 'pass',
    sender: 'pass',
  });
  expect(results(await check({ sender: simulatedAccount('other', 3, 0n).address }))).toMatchObject({
    sender: 'fail',
    hash: 'pass',
  });
  expect(results(await check({ genesisBlock: 'a'.repeat(64) }))).toMatchObject({ network: 'fail', finalized: 'pass' });
  expect(results(await check({ transactionHash: 'f'.repeat(64) }))).toMatchObject({
    finalized: 'fail',
    hash: 'unverified',
  });
});

test('registered bytes with more than the hash fail', async () => {
  const chain = world.chain();
  const signed = await chain.sign(
    Buffer.from(`xGsha256:${receiptHash}`),
    Math.floor(world.now().getTime() / 1000) + 600,
  );
  await chain.send(signed.rawHex);
  expect(results(await check({ transactionHash: signed.transactionHash }))).toMatchObject({
    finalized: 'unverified',
    hash: 'unverified',
  });
  world.devnet.finalize();
  expect(results(await check({ transactionHash: signed.transactionHash }))).toMatchObject({
    register_data: 'pass',
    exact_bytes: 'fail',
    hash: 'fail',
  });
});

test('a node that cannot be reached leaves every check unverified', async () => {
  const { checks } = await checkAnchorAtNode(new URL('http://127.0.0.1:9'), { receiptHash, transactionHash }, 500);
  expect(new Set(checks.map(({ result }) => result))).toEqual(new Set(['unverified']));
});

describe('the address of a node', () => {
  test.each(['https://node.example:20000', 'http://127.0.0.1:20000', 'http://localhost:1', 'http://[::1]:1'])(
    '%s is taken',
    (text) => {
      expect(parseNodeAddress(text).href).toBe(`${text}/`);
    },
  );
  test.each([
    'node.example:20000',
    'http://node.example:20000',
    'ftp://127.0.0.1',
    'https://node.example/path',
    'https://user@node.example',
    '',
  ])('%s is refused', (text) => expect(() => parseNodeAddress(text)).toThrow(TypeError));
});
