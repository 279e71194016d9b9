import { createServer } from 'node:net';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { openConcordium } from '../../../src/chain/concordium.ts';
import { anchorStore } from '../../../src/storage/anchors.ts';
import {
  expectNothingHappened,
  hashNamed,
  money,
  openWorld,
  settleAll,
  transactionsFor,
  type World,
} from '../../support/chain-double/world.ts';

const receipt = hashNamed('bad day');
const TIME_OVER = 1_000_000;

let world: World;
beforeEach(async () => {
  world = await openWorld();
});
afterEach(() => world.close());

const nothingHappened = (): Promise<void> => expectNothingHappened(world, receipt);

test('a node that is switched off makes calls fail, and calls succeed when it is back', async () => {
  const service = world.service();
  world.devnet.failures.unavailable = true;
  await expect(service.anchor(receipt)).rejects.toMatchObject({
    code: 'chain_unavailable',
    retryAfterSeconds: 30,
  });
  await nothingHappened();
  world.devnet.failures.unavailable = false;
  world.advance(10_000);
  expect((await service.anchor(receipt)).outcome).toBe('accepted');
});

test('the administrator and the log are told the call, its status and what was said; previews only the reason', async () => {
  const service = world.service();
  world.devnet.failures.unavailable = true;
  const said = 'GetConsensusInfo ended with UNAVAILABLE: The simulated node is switched off';
  for (let preview = 0; preview < 3; preview += 1) {
    expect(JSON.stringify(await service.preview(receipt))).not.toContain(said);
    world.advance(10_000);
  }
  await expect(service.anchor(receipt)).rejects.toThrow(said);
  expect(world.logged.filter((line) => line.includes(said))).toHaveLength(1);
});

test('a peer that takes the connection and says nothing hangs no call', async () => {
  const mute = createServer(() => {});
  await new Promise<void>((resolve) => mute.listen(0, '127.0.0.1', resolve));
  const { port } = mute.address() as { port: number };
  const chain = openConcordium({
    url: new URL(`http://127.0.0.1:${port}`),
    network: world.devnet.network,
    walletFile: world.walletFile,
    callLimitMs: 300,
  });
  await expect(chain.status(receipt)).rejects.toMatchObject({ code: 'node_unavailable' });
  await expect(chain.quote()).rejects.toMatchObject({ code: 'node_unavailable' });
  mute.close();
  await nothingHappened();
});

test('a lost acknowledgement is resolved by asking for the hash: one transaction', async () => {
  world.devnet.failures.loseAcknowledgements = 1;
  const service = world.service();
  await service.anchor(receipt);
  await settleAll(world, service);
  expect(world.logged.join()).toContain('acknowledgement_lost');
  expect((await service.find(receipt))?.state).toBe('finalized');
  expect(world.devnet.chain.transactions()).toHaveLength(1);
});

test('a transaction that became final before the same bytes are sent again is refused by the node, and settled once', async () => {
  const chain = world.chain();
  let sent = 0;
  const late: typeof chain = {
    ...chain,
    async send(rawHex) {
      sent += 1;
      await chain.send(rawHex);
      world.devnet.finalize();
      // The first answer is lost; the same bytes are sent again.
      const again = await chain.send(rawHex);
      expect(again).toEqual({
        kind: 'refused',
        reason: 'SendBlockItem ended with INVALID_ARGUMENT: Duplicate nonce',
      });
      return again;
    },
  };
  const service = world.service({ chain: late });
  await service.anchor(receipt);
  await settleAll(world, service);
  expect(sent).toBe(1);
  expect(await service.find(receipt)).toMatchObject({ state: 'finalized', problem: null });
  expect(transactionsFor(world, receipt)).toHaveLength(1);
});

test('a transaction that the node drops is sent again, the same bytes, and anchored once', async () => {
  world.devnet.chain.failures.dropNext = 2;
  const sent: string[] = [];
  world.devnet.onReceived((hash) => sent.push(hash));
  const service = world.service();
  await service.anchor(receipt);
  await settleAll(world, service);
  expect(sent.length).toBeGreaterThanOrEqual(3);
  expect(new Set(sent).size).toBe(1);
  expect(world.devnet.chain.transactions()).toHaveLength(1);
});

test('a transaction that the chain rejects is failed, with its cost charged and the rest free, and is not tried again', async () => {
  world.devnet.chain.failures.rejectNext = 1;
  const service = world.service();
  await service.anchor(receipt);
  await settleAll(world, service);
  const record = await service.find(receipt);
  expect(record).toMatchObject({ state: 'failed', problem: { code: 'rejected_on_chain' } });
  expect(await money(world)).toEqual({ held: 0n, charged: BigInt(record!.cost.charged_microccd!) });
  expect(BigInt(record!.cost.charged_microccd!)).toBeGreaterThan(0n);
  expect((await service.anchor(receipt)).outcome).toBe('known');
  await settleAll(world, service);
  expect(world.devnet.chain.transactions()).toHaveLength(1);
});

test('slow blocks keep the anchor submitted and the money held, however often the chain is asked', async () => {
  const service = world.service();
  await service.anchor(receipt);
  for (let look = 0; look < 5; look += 1) await service.reconcile();
  expect((await service.find(receipt))?.state).toBe('submitted');
  expect((await money(world)).held).toBe(13_225n);
  world.devnet.chain.bake();
  await service.reconcile();
  expect((await service.find(receipt))?.state).toBe('submitted');
  world.devnet.chain.bake();
  await service.reconcile();
  expect((await service.find(receipt))?.state).toBe('finalized');
});

test('money is held past the expiry until a finalized block shows that the time is over', async () => {
  world.devnet.chain.failures.dropNext = 100;
  const service = world.service();
  await service.anchor(receipt);
  await service.reconcile();
  world.advance(TIME_OVER);
  for (let look = 0; look < 3; look += 1) await service.reconcile();
  expect((await money(world)).held).toBe(13_225n);
  const meanwhile = await service.find(receipt);
  expect(Date.parse(meanwhile!.times.expires_at!)).toBeLessThan(Date.parse(meanwhile!.times.checked_at!));
  expect(meanwhile!.problem).toEqual({ code: 'not_seen_yet', detail: expect.stringContaining('Its time is over') });
  await settleAll(world, service);
  const record = await service.find(receipt);
  expect(record).toMatchObject({ state: 'expired' });
  expect(await money(world)).toEqual({ held: 0n, charged: 0n });
  const [line] = (await world.ledger.history(receipt)).filter(({ event }) => event === 'expired');
  expect(line?.note).toMatch(/^not found after finalized block [0-9a-f]{64}/);
  expect((await service.anchor(receipt)).outcome).toBe('known');
});

test('a node of another network never proves an expiry', async () => {
  world.devnet.chain.failures.dropNext = 100;
  const service = world.service();
  await service.anchor(receipt);
  await service.reconcile();
  const other = await openWorld({ name: 'another chain' });
  onTestFinished(() => other.close());
  world.advance(TIME_OVER);
  other.advance(TIME_OVER);
  other.devnet.finalize();
  other.devnet.finalize();
  const misled = world.service({
    chain: openConcordium({
      url: new URL(other.devnet.url),
      network: world.devnet.network,
      walletFile: world.walletFile,
    }),
  });
  await misled.reconcile();
  // A service that moved to that network leaves the anchor alone, and anchors the same hash there.
  const { network } = other.devnet;
  const ledger = anchorStore(world.database, network.genesisBlock);
  const moved = world.service({ chain: other.chain(), network, ledger });
  expect(await moved.find(receipt)).toBeUndefined();
  expect((await moved.anchor(receipt)).outcome).toBe('accepted');
  expect((await moved.manifest()).stored_anchor_count).toBe(1);
  expect((await money(world)).held).toBe(13_225n);
});

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
