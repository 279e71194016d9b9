import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  expectNothingHappened,
  hashNamed,
  money,
  openWorld,
  settleAll,
  transactionsFor,
  type World,
} from '../../support/chain-double/world.ts';

const receipt = hashNamed('odd chain');

let world: World;
beforeEach(async () => {
  world = await openWorld();
});
afterEach(() => world.close());

test('while another program has a transaction of the account under way, nothing is signed; afterwards the anchor goes on', async () => {
  const chain = world.chain();
  const foreign = await chain.sign(Buffer.from('00', 'hex'), Math.floor(world.now().getTime() / 1000) + 600);
  await chain.send(foreign.rawHex);
  const service = world.service();
  await service.anchor(receipt);
  await service.reconcile();
  expect(await service.find(receipt)).toMatchObject({ state: 'prepared', transaction_hash: null });
  expect((await service.find(receipt))?.problem?.code).toBe('account_busy');
  await settleAll(world, service);
  expect((await world.ledger.find(receipt))?.sequenceNumber).toBe(2n);
  expect(transactionsFor(world, receipt)).toHaveLength(1);
});

test('a node that shows other bytes under the transaction hash than were signed settles nothing', async () => {
  const chain = world.chain();
  const lying: typeof chain = {
    ...chain,
    async status(hash) {
      const said = await chain.status(hash);
      return said.kind === 'finalized' ? { ...said, outcome: { ...said.outcome, registeredHex: '6161' } } : said;
    },
  };
  const service = world.service({ chain: lying });
  await service.anchor(receipt);
  await settleAll(world, service);
  expect((await service.find(receipt))?.problem?.code).toBe('not_what_was_signed');
  expect((await money(world)).held).toBe(13_225n);
});

test.each([
  ['behind', -5],
  ['ahead of', 5],
])('while the clock is minutes %s the chain, nothing is claimed or signed', async (_, minutes) => {
  const now = () => new Date(world.now().getTime() + minutes * 60_000);
  const wrong = world.service({ now });
  expect((await wrong.preview(receipt)).reasons.map(({ code }) => code)).toEqual(['clock_differs']);
  await expect(wrong.anchor(receipt)).rejects.toMatchObject({
    code: 'chain_unavailable',
    members: { reason: 'clock_differs' },
  });
  await expectNothingHappened(world, receipt);
  const right = world.service();
  await right.anchor(receipt);
  await right.stop();
  const claimed = hashNamed('claimed before the clock went wrong');
  await world
    .service({ onStep: (step) => (step === 'after-claim' ? Promise.reject(new Error('gone')) : undefined) })
    .anchor(claimed)
    .catch(() => {});
  await settleAll(world, wrong);
  expect(await wrong.find(claimed)).toMatchObject({ transaction_hash: null, problem: { code: 'clock_differs' } });
});
