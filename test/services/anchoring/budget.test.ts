import { afterEach, expect, test } from 'vitest';
import { simulatedAccount } from '../../../src/devnet/account.ts';
import { MAX_CHAIN_SPEND_MICROCCD } from '../../../src/domain/anchors/anchor-plan.ts';
import {
  hashNamed,
  money,
  mostCommitted,
  openWorld,
  ratesFor,
  settleAll,
  transactionsFor,
  type World,
} from '../../support/chain-double/world.ts';

let world: World;
afterEach(() => world.close());

/** With this fee three reservations fit into 5 CCD, and once they are charged there is no place for a fourth. */
const FEE_FOR_THREE = 1_300_000n;

test('of 200 calls at once for 20 hashes from two processes, with budget for three, three are anchored and all others get the reason', async () => {
  world = await openWorld({ rates: ratesFor(FEE_FOR_THREE), blockEveryMs: 20 });
  const hashes = Array.from({ length: 20 }, (_, index) => hashNamed(`concurrent ${index}`));
  const processes = [hashes, hashes.toReversed()].map((order) =>
    world.run('anchor-process.ts', { hashes: order, calls: 5 }),
  );
  const outputs = await Promise.all(processes.map(async ({ ended }) => (await ended).output));
  const answers = outputs
    .flatMap((output) => output.split('\n'))
    .filter((line) => line.startsWith('{"hash"'))
    .map((line) => JSON.parse(line) as { hash: string; outcome: string; state: string | null });

  expect(answers).toHaveLength(200);
  const anchored = new Set(answers.filter(({ state }) => state === 'finalized').map(({ hash }) => hash));
  expect(anchored.size).toBe(3);
  for (const { hash, outcome } of answers) {
    expect(anchored.has(hash) ? ['finalized', 'known'] : ['budget_exhausted']).toContain(outcome);
  }
  for (const hash of hashes) expect(transactionsFor(world, hash)).toHaveLength(anchored.has(hash) ? 1 : 0);
  expect(await mostCommitted(world)).toBeLessThanOrEqual(MAX_CHAIN_SPEND_MICROCCD);
  expect(await money(world)).toEqual({ held: 0n, charged: 3n * FEE_FOR_THREE });
});

test('a fee that rises after signing is recorded as it was charged, and new anchors stop in time', async () => {
  world = await openWorld({ rates: ratesFor(1_000_000n) });
  const service = world.service();
  const [first, second] = [hashNamed('before the rise'), hashNamed('after the rise')];
  await service.anchor(first);
  await service.reconcile();
  expect((await money(world)).held).toBe(1_250_000n);
  world.devnet.chain.setRates(ratesFor(4_500_000n));
  await settleAll(world, service);
  const record = await service.find(first);
  expect(record?.cost.charged_microccd).toBe('4500000');
  expect(record?.state).toBe('finalized');
  world.advance(10_000);
  await expect(service.anchor(second)).rejects.toMatchObject({ code: 'budget_exhausted' });
  expect(await service.find(second)).toBeUndefined();
  expect((await service.manifest()).budget).toMatchObject({
    spent_microccd: '4500000',
    reserved_microccd: '0',
    left_microccd: '500000',
  });
});

test('a fee that rises before signing beyond what is held ends the claim, spends nothing and frees the hash', async () => {
  world = await openWorld({ rates: ratesFor(1_000_000n) });
  const hash = hashNamed('too dear');
  await expect(world.service({ onStep: stopAfterClaim }).anchor(hash)).rejects.toThrow('stopped after the claim');
  world.devnet.chain.setRates(ratesFor(1_300_000n));
  world.devnet.finalize();
  const service = world.service();
  await settleAll(world, service);
  expect(await service.find(hash)).toMatchObject({
    state: 'expired',
    transaction_hash: null,
    problem: { code: 'fee_above_reservation' },
  });
  expect(await money(world)).toEqual({ held: 0n, charged: 0n });
  world.devnet.chain.setRates(ratesFor(1_000_000n));
  world.devnet.finalize();
  world.advance(10_000);
  expect((await service.anchor(hash)).outcome).toBe('accepted');
  await settleAll(world, service);
  expect(transactionsFor(world, hash)).toHaveLength(1);
});

test('a signed transaction is not sent again while its fee is above what is held, and is when it is not', async () => {
  world = await openWorld({ rates: ratesFor(1_000_000n) });
  const hash = hashNamed('dropped, then dear');
  const sent: string[] = [];
  world.devnet.onReceived((transactionHash) => sent.push(transactionHash));
  world.devnet.chain.failures.dropNext = 1;
  await expect(world.service({ onStep: stopAfterClaim }).anchor(hash)).rejects.toThrow('stopped after the claim');
  const service = world.service();
  await service.reconcile();
  expect(sent).toHaveLength(1);
  world.devnet.chain.setRates(ratesFor(2_000_000n));
  world.devnet.finalize();
  for (let look = 0; look < 3; look += 1) await service.reconcile();
  expect(sent).toHaveLength(1);
  expect((await service.find(hash))?.problem?.code).toBe('fee_above_reservation');
  expect((await money(world)).held).toBe(1_250_000n);
  world.devnet.chain.setRates(ratesFor(1_200_000n));
  world.devnet.finalize();
  await settleAll(world, service);
  expect(new Set(sent).size).toBe(1);
  expect((await service.find(hash))?.cost.charged_microccd).toBe('1200000');
});

test('an account that cannot pay for all unfinished anchors gets no further one', async () => {
  world = await openWorld({
    rates: ratesFor(1_000_000n),
    accounts: [simulatedAccount('with 2 CCD', 1, 2_000_000n)],
  });
  const service = world.service();
  await service.anchor(hashNamed('affordable'));
  const second = hashNamed('one too many');
  await expect(service.anchor(second)).rejects.toMatchObject({
    code: 'chain_unavailable',
    members: { reason: 'account_balance_too_low' },
  });
  expect(await service.find(second)).toBeUndefined();
  world.devnet.chain.setRates(ratesFor(4_000_000n));
  world.devnet.finalize();
  world.advance(10_000);
  // What the budget refuses comes before what the balance refuses.
  await expect(service.anchor(second)).rejects.toMatchObject({ code: 'budget_exhausted' });
});

test('of several calls at once for one hash that takes all the money, none is told that there is too little', async () => {
  world = await openWorld({
    rates: ratesFor(1_000_000n),
    accounts: [simulatedAccount('with 1.3 CCD', 1, 1_300_000n)],
  });
  const services = [world.service(), world.service()];
  const hash = hashNamed('wanted by many');
  const answers = await Promise.all(Array.from({ length: 10 }, (_, at) => services[at % 2]!.anchor(hash)));
  expect(answers.map(({ outcome }) => outcome).toSorted()).toEqual(['accepted', ...Array<string>(9).fill('known')]);
});

test('nothing is signed for an account that no longer holds what the anchor may cost, until it does', async () => {
  world = await openWorld({
    rates: ratesFor(1_000_000n),
    accounts: [simulatedAccount('with 1.5 CCD', 1, 1_500_000n)],
  });
  const hash = hashNamed('affordable at first');
  await expect(world.service({ onStep: stopAfterClaim }).anchor(hash)).rejects.toThrow('stopped after the claim');
  world.devnet.chain.setRates(ratesFor(1_240_000n));
  world.devnet.finalize();
  const service = world.service();
  await service.reconcile();
  expect(await service.find(hash)).toMatchObject({
    transaction_hash: null,
    problem: { code: 'account_balance_too_low' },
  });
  world.devnet.chain.setRates(ratesFor(1_000_000n));
  world.devnet.finalize();
  await settleAll(world, service);
  expect(transactionsFor(world, hash)).toHaveLength(1);
});

test('two anchors of one account go one after the other', async () => {
  world = await openWorld();
  const service = world.service();
  const hashes = [hashNamed('first of two'), hashNamed('second of two')];
  for (const hash of hashes) await service.anchor(hash);
  await service.reconcile();
  const states = await Promise.all(hashes.map((hash) => world.ledger.find(hash)));
  expect(states.filter((entry) => entry?.transactionHash !== null)).toHaveLength(1);
  await settleAll(world, service);
  expect(world.devnet.chain.transactions().map(({ transaction }) => transaction.sequenceNumber)).toEqual([1n, 2n]);
});

function stopAfterClaim(step: string): void {
  if (step === 'after-claim') throw new Error('stopped after the claim');
}
