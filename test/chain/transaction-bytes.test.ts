import { createHash, createPrivateKey, sign as ed25519 } from 'node:crypto';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { openConcordium } from '../../src/chain/concordium.ts';
import { keyFrom, type SimulatedAccount, simulatedWallet } from '../../src/devnet/account.ts';
import { openDevnet } from '../../src/devnet/devnet.ts';
import { findBase58Check } from '../../src/domain/chains/concordium-reference.ts';
import { parseBlockItem } from '../support/chain-double/block-item.ts';

/**
 * The register-data transaction that Concordium's Java SDK publishes in its tests (RegisterDataTest):
 * its inputs, its energy and its hash. It was made without the JavaScript SDK and our code.
 */
const published = {
  sender: '3JwD2Wm3nMbsowCwb1iGEpnt47UQgdrtnq2qT6opJc3z2AgCrc',
  sequenceNumber: 78_910n,
  expiry: 123_456,
  data: Uint8Array.of(1, 2, 3, 4, 5),
  keys: [
    '7100071c835a0a35e86dccba7ee9d10b89e36d1e596771cdc8ee36a17f7abbf2',
    'cd20ea0127cddf77cf2c20a18ec4516a99528a72e642ac7deb92131a9d108ae9',
  ],
  energy: 568n,
  hash: '0ad44be061cbdfc22fdcf14e2cd48d7c34d543ea60cb9cf5298cb40d89c25d83',
};

const account: SimulatedAccount = {
  name: 'published vector',
  index: 1,
  address: published.sender,
  addressBytes: Buffer.from(findBase58Check(published.sender)!.payload),
  keys: published.keys.map((seed) => keyFrom(Buffer.from(seed, 'hex'))),
  threshold: 2,
  openingBalance: 1_000_000n,
  openingSequenceNumber: published.sequenceNumber,
};

const devnet = await openDevnet({ accounts: [account] });
const walletFile = join(await mkdtemp(join(tmpdir(), 'vector-')), 'wallet.json');
await writeFile(walletFile, JSON.stringify(simulatedWallet(account)), { mode: 0o600 });
afterAll(() => devnet.close());

const uint = (bytes: number, value: bigint | number): Buffer =>
  Buffer.from(
    BigInt(value)
      .toString(16)
      .padStart(bytes * 2, '0'),
    'hex',
  );

/** The block item, written by hand from Concordium's description of it. */
const writtenByHand = (): Buffer => {
  const payload = Buffer.concat([uint(1, 21), uint(2, published.data.length), published.data]);
  const header = Buffer.concat([
    account.addressBytes,
    uint(8, published.sequenceNumber),
    uint(8, published.energy),
    uint(4, payload.length),
    uint(8, published.expiry),
  ]);
  const digest = createHash('sha256').update(header).update(payload).digest();
  const signatures = published.keys.flatMap((seed, index) => {
    const der = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), Buffer.from(seed, 'hex')]);
    return [
      uint(1, index),
      uint(2, 64),
      ed25519(null, digest, createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })),
    ];
  });
  return Buffer.concat([uint(1, 0), uint(1, 1), uint(1, 0), uint(1, 2), ...signatures, header, payload]);
};

test('what is signed has the published energy and the published hash, and is the bytes written by hand', async () => {
  const chain = openConcordium({
    url: new URL(devnet.url),
    network: devnet.network,
    walletFile,
  });
  const signed = await chain.sign(published.data, published.expiry);
  expect(signed).toMatchObject({
    sender: published.sender,
    sequenceNumber: published.sequenceNumber,
    energy: published.energy,
  });
  expect(signed.transactionHash).toBe(published.hash);
  expect(signed.rawHex).toBe(writtenByHand().toString('hex'));
});

test('the simulated node reads those bytes as the published transaction', () => {
  const parsed = parseBlockItem(writtenByHand());
  expect(parsed.hash).toBe(published.hash);
  expect(parsed.signatures.get(0)?.size).toBe(2);
  expect(parsed.data).toEqual(Buffer.from(published.data));
});

test('the simulated node refuses the bytes with one left over, one missing, or indices that do not ascend', () => {
  const item = writtenByHand();
  const swapped = Buffer.from(item);
  swapped[4] = 5;
  for (const wrong of [
    Buffer.concat([item, Buffer.alloc(1)]),
    item.subarray(0, -1),
    swapped,
    Buffer.concat([uint(1, 1), item.subarray(1)]),
  ]) {
    expect(() => parseBlockItem(wrong)).toThrow(RangeError);
  }
});
