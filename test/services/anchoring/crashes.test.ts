import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  hashNamed,
  money,
  openWorld,
  settleAll,
  transactionsFor,
  type World,
} from '../../support/chain-double/world.ts';

const receipt = hashNamed('crash');
/** Past the lease of a process that died. */
const LEASE_OVER = 31_000;
/** Past the life of a transaction and the margin of proof. */
const TIME_OVER = 1_000_000;

let world: World;
beforeEach(async () => {
  world = await openWorld();
});
afterEach(() => world.close());

const killAt = async (dieAt: string): Promise<void> => {
  const { ended } = world.run('anchor-process.ts', { hashes: [receipt], calls: 1, dieAt });
  const { signal, output } = await ended;
  expect(signal, output).toBe('SIGKILL');
  world.advance(LEASE_OVER);
};

const blocksUntil = async (over: Promise<unknown>): Promise<void> => {
  const baking = setInterval(() => world.devnet.finalize(), 10);
  await over.finally(() => clearInterval(baking));
};

describe('a service killed at', () => {
  test('before-claim has claimed nothing, and the hash can be anchored by a later call', async () => {
    await killAt('before-claim');
    expect(await world.ledger.find(receipt)).toBeUndefined();
    expect(await money(world)).toEqual({ held: 0n, charged: 0n });
    const service = world.service();
    await blocksUntil(service.anchor(receipt, 20_000));
    expect(transactionsFor(world, receipt)).toHaveLength(1);
  });

  test.each(['after-claim', 'after-store', 'after-send'])(
    '%s leaves exactly one transaction after restart',
    async (step) => {
      await killAt(step);
      await settleAll(world, world.service());
      const entry = await world.ledger.find(receipt);
      expect(entry?.state).toBe('finalized');
      expect(transactionsFor(world, receipt)).toHaveLength(1);
      expect(await money(world)).toEqual({ held: 0n, charged: 10_580n });
    },
  );

  test('the sending, with the node having taken it, leaves exactly one transaction after restart', async () => {
    world.devnet.failures.holdAcknowledgements = true;
    const taken = new Promise((resolve) => world.devnet.onReceived(resolve));
    const { pid, ended } = world.run('anchor-process.ts', { hashes: [receipt], calls: 1, dieAt: 'during-send' });
    await taken;
    process.kill(pid, 'SIGKILL');
    expect((await ended).signal).toBe('SIGKILL');
    world.devnet.failures.holdAcknowledgements = false;
    world.advance(LEASE_OVER);
    await settleAll(world, world.service());
    expect((await world.ledger.find(receipt))?.state).toBe('finalized');
    expect(transactionsFor(world, receipt)).toHaveLength(1);
  });

  test('before-settle records the charged cost after restart, once', async () => {
    await blocksUntil(killAt('before-settle'));
    expect((await world.ledger.find(receipt))?.state).toBe('submitted');
    await settleAll(world, world.service());
    expect((await world.ledger.find(receipt))?.state).toBe('finalized');
    expect(await money(world)).toEqual({ held: 0n, charged: 10_580n });
    expect((await world.ledger.history(receipt)).filter(({ event }) => event === 'finalized')).toHaveLength(1);
  });
});

describe('with live anchoring switched off before the restart', () => {
  test('a claim without a signature is given up and its money is free', async () => {
    await killAt('after-claim');
    expect((await money(world)).held).toBeGreaterThan(0n);
    await settleAll(world, world.service({ liveAllowed: false }));
    const entry = await world.ledger.find(receipt);
    expect([entry?.state, entry?.problem]).toEqual(['expired', 'live_anchoring_disabled']);
    expect(await money(world)).toEqual({ held: 0n, charged: 0n });
  });

  test('a signed transaction is not sent, and its money is free only when the chain is past its time', async () => {
    await killAt('after-store');
    const service = world.service({ liveAllowed: false });
    await settleAll(world, service);
    expect((await world.ledger.find(receipt))?.state).toBe('prepared');
    expect((await money(world)).held).toBeGreaterThan(0n);
    world.advance(TIME_OVER);
    await settleAll(world, service);
    expect((await world.ledger.find(receipt))?.state).toBe('expired');
    expect(await money(world)).toEqual({ held: 0n, charged: 0n });
    expect(transactionsFor(world, receipt)).toEqual([]);
  });
});

test('a signature that was lost in a crash was never sent: the chain sees one transaction and one sequence number', async () => {
  await killAt('after-sign');
  await killAt('after-sign');
  await settleAll(world, world.service());
  expect(world.devnet.chain.transactions()).toHaveLength(1);
  expect((await world.ledger.find(receipt))?.sequenceNumber).toBe(1n);
});

test('an anchor that died in its turn goes on before one that a process with a slow clock claimed after it', async () => {
  await killAt('after-sign');
  const later = hashNamed('claimed by a slow clock');
  const slow = world.service({
    now: () => new Date(world.now().getTime() - 90_000),
    onStep: (step) => (step === 'after-claim' ? Promise.reject(new Error('gone')) : undefined),
  });
  world.devnet.finalize();
  await expect(slow.anchor(later)).rejects.toThrow('gone');
  await settleAll(world, world.service());
  for (const hash of [receipt, later]) expect(transactionsFor(world, hash)).toHaveLength(1);
});
