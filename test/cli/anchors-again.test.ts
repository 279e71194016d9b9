import { expect, test } from 'vitest';
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
  try {
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
  } finally {
    await past.close();
  }
});

test('again does nothing while the node does not prove that the transaction can enter no block', async () => {
  const past = await openWorld({ ago: 700_000 });
  try {
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
  } finally {
    await past.close();
  }
});
