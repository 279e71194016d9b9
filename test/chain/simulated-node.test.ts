import { createHash, createPrivateKey, sign as ed25519 } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { simulatedAccount } from '../../src/devnet/account.ts';
import { NodeRefusal, openSimulatedChain, simulatedGenesis } from '../../src/devnet/chain.ts';
import { DEMONSTRATION_RATES } from '../../src/devnet/devnet.ts';
import { parseBlockItem } from '../support/chain-double/block-item.ts';

const account = simulatedAccount('checked account', 1, 1_000_000n, { keys: 2, threshold: 2 });
const uint = (bytes: number, value: bigint | number): Buffer =>
  Buffer.from(
    BigInt(value)
      .toString(16)
      .padStart(bytes * 2, '0'),
    'hex',
  );

let clock = 1_800_000_000_000;
let chain: ReturnType<typeof openSimulatedChain>;
beforeEach(() => {
  clock = 1_800_000_000_000;
  chain = openSimulatedChain(simulatedGenesis('test'), [account], DEMONSTRATION_RATES, () => clock);
});
afterEach(() => {
  chain.bake();
});

interface Wanted {
  readonly sender?: Buffer;
  readonly sequenceNumber?: bigint;
  readonly energy?: bigint;
  readonly expiry?: bigint;
  readonly keys?: readonly number[];
  readonly tamper?: boolean;
}

const transaction = ({
  sender = account.addressBytes,
  sequenceNumber = 1n,
  energy = 629n,
  expiry = 1_800_000_600n,
  keys = [0, 1],
  tamper = false,
}: Wanted = {}) => {
  const payload = Buffer.concat([uint(1, 21), uint(2, 66), Buffer.alloc(66)]);
  const header = Buffer.concat([
    sender,
    uint(8, sequenceNumber),
    uint(8, energy),
    uint(4, payload.length),
    uint(8, expiry),
  ]);
  const digest = createHash('sha256').update(header).update(payload).digest();
  const signatures = keys.flatMap((key) => {
    const der = Buffer.concat([
      Buffer.from('302e020100300506032b657004220420', 'hex'),
      Buffer.from(account.keys[key]!.signKey, 'hex'),
    ]);
    const signature = ed25519(null, digest, createPrivateKey({ key: der, format: 'der', type: 'pkcs8' }));
    if (tamper) signature[0]! ^= 1;
    return [uint(1, key), uint(2, 64), signature];
  });
  return parseBlockItem(
    Buffer.concat([uint(1, 0), uint(1, 1), uint(1, 0), uint(1, keys.length), ...signatures, header, payload]),
  );
};

const refusal = (wanted: Wanted): string => {
  try {
    chain.receive(transaction(wanted));
  } catch (error) {
    if (error instanceof NodeRefusal) return `${error.status}: ${error.message}`;
    throw error;
  }
  return 'accepted';
};

describe('the simulated node checks in the order of the node', () => {
  // Each case has every later problem too, which shows the order.
  const stranger = Buffer.alloc(32, 7);
  test.each<[string, Wanted]>([
    ['Stale', { expiry: 1_799_999_999n, energy: 1n, sender: stranger, sequenceNumber: 9n, tamper: true }],
    ['Too low energy', { energy: 628n, sender: stranger, sequenceNumber: 9n, tamper: true }],
    ['Nonexisting sender account', { sender: stranger, sequenceNumber: 9n, tamper: true }],
    ['Nonce too large', { sequenceNumber: 9n, energy: 2_999_999n, tamper: true }],
    ['Duplicate nonce', { sequenceNumber: 0n, energy: 2_999_999n, tamper: true }],
    ['The sender/sponsor did not have enough funds to cover the costs', { energy: 2_999_999n, tamper: true }],
    ['Verification failed', { tamper: true }],
    ['Verification failed', { keys: [0] }],
  ])('%s', (expected, wanted) => expect(refusal(wanted)).toBe(`INVALID_ARGUMENT: ${expected}`));

  test('a live transaction is a duplicate before anything else is looked at, pending or in a block', () => {
    expect(refusal({})).toBe('accepted');
    expect(refusal({})).toBe('ALREADY_EXISTS: Duplicate entry');
    chain.bake();
    clock += 10_000_000;
    expect(refusal({})).toBe('ALREADY_EXISTS: Duplicate entry');
  });

  test('a finalized transaction is not known by its hash: its number is used, or it is stale', () => {
    expect(refusal({})).toBe('accepted');
    chain.bake();
    chain.bake();
    expect(refusal({})).toBe('INVALID_ARGUMENT: Duplicate nonce');
    clock += 10_000_000;
    expect(refusal({})).toBe('INVALID_ARGUMENT: Stale');
    expect(chain.transactions()).toHaveLength(1);
  });

  test('an account that does not exist has the first sequence number next', () => {
    expect(chain.nextSequenceNumber(undefined)).toEqual({ next: 1n, allFinal: true });
  });

  test('an alias of the account, which shares its first 29 bytes, is the account', () => {
    const alias = Buffer.concat([account.addressBytes.subarray(0, 29), Buffer.from([1, 2, 3])]);
    expect(refusal({ sender: alias })).toBe('accepted');
    expect(refusal({ sender: alias, energy: 630n })).toBe('INVALID_ARGUMENT: Duplicate nonce');
  });
});

test('an expired transaction does not enter a block, and its sequence number is free again', () => {
  const { hash } = transaction();
  chain.receive(transaction());
  clock += 601_000;
  chain.bake();
  expect(chain.find(hash)).toBeUndefined();
  expect(refusal({ expiry: 1_900_000_000n })).toBe('accepted');
});
