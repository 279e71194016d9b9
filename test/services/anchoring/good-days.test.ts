import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { AnchorRecord } from '../../../src/domain/anchors/anchor-record.ts';
import { hashNamed, openWorld, transactionsFor, type World } from '../../support/chain-double/world.ts';

const receipt = hashNamed('good day');

let world: World;
beforeEach(async () => {
  world = await openWorld();
});
afterEach(() => world.close());

describe('on a good day', () => {
  test('an anchor goes from claim to a finalized record that satisfies its schema', async () => {
    const service = world.service();
    const baking = setInterval(() => world.devnet.chain.bake(), 10);
    const { outcome, record } = await service.anchor(receipt, 20_000).finally(() => clearInterval(baking));
    expect(outcome).toBe('finalized');
    expect(AnchorRecord.parse(record)).toEqual(record);
    expect(record).toMatchObject({
      state: 'finalized',
      seen_finalized: true,
      simulation: true,
      energy: 529,
      problem: null,
    });
    expect(record.network).toMatch(/^simulation:/);
    expect(record.cost.charged_microccd).toBe('10580');
    const [found] = transactionsFor(world, receipt);
    expect(found!.transaction.hash).toBe(record.transaction_hash);
    expect('registered' in found!.effect && found!.effect.registered.toString('hex')).toBe(record.registered_bytes_hex);
  });
});

test('fifty previews at once ask the node once', async () => {
  const chain = world.chain();
  let asked = 0;
  const counting: typeof chain = { ...chain, quote: () => ((asked += 1), chain.quote()) };
  const service = world.service({ chain: counting });
  const previews = await Promise.all(
    Array.from({ length: 50 }, (_, index) => service.preview(hashNamed(`preview ${index}`))),
  );
  expect(previews.every((preview) => preview.would_go_ahead)).toBe(true);
  expect(asked).toBe(1);
});

test('a process that starts takes up what another left, by itself', async () => {
  await world
    .service({ onStep: (step) => (step === 'after-claim' ? Promise.reject(new Error('gone')) : undefined) })
    .anchor(receipt)
    .catch(() => {});
  const service = world.service();
  service.resume();
  const baking = setInterval(() => world.devnet.chain.bake(), 10);
  const { record } = await service.anchor(receipt, 20_000).finally(() => clearInterval(baking));
  expect(record.state).toBe('finalized');
  expect(world.devnet.chain.transactions()).toHaveLength(1);
});

test('an idle process takes over the anchor of a process that died, when the lease of that one ends', async () => {
  const idle = world.service();
  idle.resume();
  const baking = setInterval(() => world.devnet.chain.bake(), 10);
  try {
    const instant = world.now().getTime();
    await world.ledger.takeLease('a process that dies', instant, instant + 30_000);
    await world
      .service({ onStep: (step) => (step === 'after-claim' ? Promise.reject(new Error('gone')) : undefined) })
      .anchor(receipt)
      .catch(() => {});
    world.advance(30_001);
    await expect.poll(async () => (await world.ledger.find(receipt))?.state, { timeout: 20_000 }).toBe('finalized');
    expect(transactionsFor(world, receipt)).toHaveLength(1);
  } finally {
    clearInterval(baking);
  }
});

test('a process that has nothing left to do leaves the chain to the others at once', async () => {
  const [one, other] = [world.service(), world.service()];
  const baking = setInterval(() => world.devnet.chain.bake(), 10);
  try {
    for (const [service, name] of [
      [one, 'of the one'],
      [other, 'of the other'],
    ] as const) {
      expect((await service.anchor(hashNamed(name), 20_000)).outcome).toBe('finalized');
    }
    const instant = world.now().getTime();
    await expect.poll(() => world.ledger.takeLease('a third', instant, instant + 1)).toBe(true);
  } finally {
    clearInterval(baking);
  }
});
