import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { anchorStore } from '../../src/storage/anchors.ts';
import { openDatabase } from '../../src/storage/database.ts';
import {
  commandSettings,
  hashNamed,
  openWorld,
  settleAll,
  signUnsent,
  transactionsFor,
  type World,
} from '../support/chain-double/world.ts';
import { runHere } from '../support/command-here.ts';
import { runToEnd } from '../support/server.ts';

/** Runs `npm run anchors -- again HASH` on the store, the node and the wallet of a world. */
const again = (world: World, hash: string, more: Record<string, string> = {}, run = runHere) =>
  run('cli/anchors.ts', ['again', hash], { ...commandSettings(world), ...more });

test('again anchors an expired hash anew once its transaction is proven absent, and keeps its history', async () => {
  const LONG = 1_000_000;
  const past = await openWorld({ ago: LONG });
  onTestFinished(() => past.close());
  const lost = hashNamed('lost');
  const service = past.service();
  await signUnsent(past, service, lost);
  expect((await again(past, lost)).stderr).toContain('Only an expired one can be claimed again. Nothing was done.');
  past.advance(LONG);
  past.devnet.finalize();
  await settleAll(past, service);
  const before = (await past.ledger.find(lost))!;
  expect(before.state).toBe('expired');

  expect((await service.anchor(lost)).outcome).toBe('known');
  await settleAll(past, service);
  expect(transactionsFor(past, lost)).toEqual([]);
  const off = await again(past, lost, { AGENT_COMMERCE_ALLOW_LIVE_REGISTERDATA: '' });
  expect([off.code, off.stderr.includes('Nothing was done.')]).toEqual([1, true]);
  expect(await past.ledger.find(lost)).toEqual(before);

  const [one, other] = await Promise.all([again(past, lost, {}, runToEnd), again(past, lost, {}, runToEnd)]);
  expect([one.code, other.code].toSorted()).toEqual([0, 1]);
  expect(one.stdout + other.stdout).toContain('expired → prepared');
  await settleAll(past, service);
  expect(await past.ledger.find(lost)).toMatchObject({ state: 'finalized', chargedMicroCcd: 10_580n });
  expect(transactionsFor(past, lost)).toHaveLength(1);
  const history = await past.ledger.history(lost);
  expect(history.map(({ event }) => event)).toEqual([
    'claimed', 'signed', 'expired', 'claimed_again', 'signed', 'submitted', 'finalized',
  ]); // prettier-ignore
  expect(history[3]?.note).toContain(before.transactionHash);
  expect((await again(past, lost)).stderr).toContain('The anchor is finalized.');
  expect((await again(past, hashNamed('never seen'))).stderr).toContain('has no anchor of this hash');
});

test('again does nothing while the node does not prove that the transaction can enter no block', async () => {
  const past = await openWorld({ ago: 700_000 });
  onTestFinished(() => past.close());
  const lost = hashNamed('perhaps lost');
  const service = past.service();
  await signUnsent(past, service, lost);
  await service.stop();
  past.advance(700_000);
  past.devnet.finalize();
  const { transactionHash } = (await past.ledger.find(lost))!;
  // As a node that saw further than this one would have proven it.
  await past.ledger.expire(lost, transactionHash!, 'not found', past.now().toISOString());
  const { code, stderr } = await again(past, lost);
  expect([code, stderr]).toEqual([1, expect.stringContaining('does not prove')]);
  expect((await past.ledger.find(lost))?.state).toBe('expired');
});

/** Backs the store up, lets more happen to it, and restores the backup into another file: that of a service of its own. */
const restoredBefore = async (world: World, more: () => Promise<unknown>) => {
  const [backup, restored] = [join(world.folder, 'backup.db'), join(world.folder, 'restored.db')];
  const settings = commandSettings(world);
  expect(await runHere('cli/store.ts', ['backup', backup], settings)).toMatchObject({ code: 0 });
  await more();
  expect(await runHere('cli/store.ts', ['restore', backup, restored], settings)).toMatchObject({ code: 0 });
  return restored;
};

/** Imports the record of a hash in one store into another, as OPERATIONS.md says. */
const importFrom = async (world: World, hash: string, restored: string) => {
  const file = join(world.folder, 'anchors.json');
  await writeFile(file, (await runHere('cli/anchors.ts', ['show', hash], commandSettings(world))).stdout);
  return runHere('cli/anchors.ts', ['import', file], commandSettings(world, restored));
};

const openLedger = async ({ devnet }: World, file: string) => {
  const database = await openDatabase({ kind: 'sqlite', filename: file });
  return { ledger: anchorStore(database, devnet.network.genesisBlock), close: () => database.close() };
};

test.each(['claimed', 'released'] as const)(
  'an anchor that the backup has %s and that was made since then is imported, and its hash gets no second transaction',
  async (state) => {
    const world = await openWorld();
    onTestFinished(() => world.close());
    const hash = hashNamed(state);
    const dying = world.service({ onStep: (step) => (step === 'after-claim' ? Promise.reject(new Error('gone')) : undefined) }); // prettier-ignore
    await dying.anchor(hash).catch(() => {});
    await dying.stop();
    if (state === 'released') await world.ledger.release(hash, 'live_anchoring_disabled', world.now().toISOString());
    const restored = await restoredBefore(world, async () => {
      const service = world.service();
      await service.anchor(hash);
      await settleAll(world, service);
      await service.stop();
    });
    expect(transactionsFor(world, hash)).toHaveLength(1);

    expect((await importFrom(world, hash, restored)).stdout).toContain(`${hash}: imported`);
    const { ledger, close } = await openLedger(world, restored);
    const service = world.service({ ledger });
    expect(await service.anchor(hash)).toMatchObject({ outcome: 'known', record: { state: 'finalized' } });
    await service.reconcile();
    await service.stop();
    world.devnet.finalize();
    expect(transactionsFor(world, hash)).toHaveLength(1);
    expect(await ledger.totals()).toEqual({ chargedMicroCcd: 0n, reservedMicroCcd: 0n });
    await close();
    const check = await runHere('cli/store.ts', ['check'], commandSettings(world, restored));
    expect([check.code, check.stdout]).toEqual([0, expect.stringContaining('0 problems')]);
  },
);

test('an expired anchor that was made again since the backup is imported once a node shows it, and not made a third time', async () => {
  const LONG = 1_000_000;
  const world = await openWorld({ ago: LONG });
  onTestFinished(() => world.close());
  const hash = hashNamed('expired and made again');
  const service = world.service();
  await signUnsent(world, service, hash);
  world.advance(LONG);
  world.devnet.finalize();
  await settleAll(world, service);
  const restored = await restoredBefore(world, async () => {
    await runHere('cli/anchors.ts', ['again', hash], commandSettings(world));
    await settleAll(world, service);
  });
  expect(transactionsFor(world, hash)).toHaveLength(1);

  expect((await importFrom(world, hash, restored)).stdout).toContain(`${hash}: imported`);
  const again = await runHere('cli/anchors.ts', ['again', hash], commandSettings(world, restored));
  expect([again.code, again.stderr]).toEqual([1, expect.stringContaining('Nothing was done.')]);
  const { ledger, close } = await openLedger(world, restored);
  expect((await ledger.history(hash)).map(({ event }) => event)).toEqual(['claimed', 'signed', 'expired', 'imported']);
  await close();
});
