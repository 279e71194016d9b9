import { chmod, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { anchoringSettings } from '../../../src/services/anchoring/settings.ts';
import { openConcordium } from '../../../src/chain/concordium.ts';
import { parseConfig } from '../../../src/config.ts';
import { simulatedAccount, simulatedWallet } from '../../../src/devnet/account.ts';
import { AnchorPreview } from '../../../src/domain/anchors/anchor-plan.ts';
import { AnchorManifest } from '../../../src/domain/anchors/anchor-manifest.ts';
import { AnchorRecord } from '../../../src/domain/anchors/anchor.ts';
import { networkOfSetting } from '../../../src/domain/chains/network.ts';
import {
  type World,
  hashNamed,
  money,
  openWorld,
  settleAll,
  transactionsFor,
} from '../../support/chain-double/world.ts';

const receipt = hashNamed('bad day');
const TIME_OVER = 1_000_000;

let world: World;
beforeEach(async () => {
  world = await openWorld();
});
afterEach(() => world.close());

const nothingHappened = async (): Promise<void> => {
  expect(await world.ledger.find(receipt)).toBeUndefined();
  expect(await money(world)).toEqual({ held: 0n, charged: 0n });
  expect(world.devnet.chain.transactions()).toEqual([]);
};

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

  test('a second call for a known hash gets its record and makes no second transaction', async () => {
    const service = world.service();
    await service.anchor(receipt);
    await settleAll(world, service);
    const again = await service.anchor(receipt);
    expect([again.outcome, again.record.state]).toEqual(['known', 'finalized']);
    expect(world.devnet.chain.transactions()).toHaveLength(1);
  });

  test('a preview says the exact bytes, the energy and the cost at a dated rate, and spends and stores nothing', async () => {
    const preview = await world.service().preview(receipt);
    expect(AnchorPreview.parse(preview)).toEqual(preview);
    expect(preview).toMatchObject({ registered_bytes_length: 66, energy: 529, would_go_ahead: true, reasons: [] });
    expect(preview.cost).toMatchObject({
      rate_status: 'read_from_chain',
      microccd: '10580',
      reservation_microccd: '13225',
    });
    await nothingHappened();
  });

  test('the manifest satisfies its schema and counts what is stored', async () => {
    const service = world.service();
    await service.anchor(receipt);
    await settleAll(world, service);
    const manifest = await service.manifest();
    expect(AnchorManifest.parse(manifest)).toEqual(manifest);
    expect(manifest.stored_anchor_count).toBe(1);
    expect(manifest.budget).toMatchObject({
      max_chain_spend_ccd: 5,
      payment_or_settlement_usd: 0,
      left_microccd: '4989420',
    });
  });
});

describe('the gate', () => {
  test.each(['true', '1 ', '01', ' 1', 'yes', '0', ''])(
    'the setting with the value %j does not enable live anchoring',
    async (value) => {
      const { liveAllowed } = anchoringSettings(parseConfig({ AGENT_COMMERCE_ALLOW_LIVE_REGISTERDATA: value }));
      expect(liveAllowed).toBe(false);
      await expect(world.service({ liveAllowed }).anchor(receipt)).rejects.toMatchObject({
        code: 'live_anchoring_disabled',
      });
      await nothingHappened();
    },
  );

  test('the setting with the value 1 enables it', () => {
    expect(anchoringSettings(parseConfig({ AGENT_COMMERCE_ALLOW_LIVE_REGISTERDATA: '1' })).liveAllowed).toBe(true);
  });

  test('without a node, or without a wallet, the caller is told that no chain is configured', async () => {
    await expect(world.service({ chain: undefined }).anchor(receipt)).rejects.toMatchObject({
      code: 'chain_not_configured',
    });
    await expect(world.service({ walletConfigured: false }).anchor(receipt)).rejects.toMatchObject({
      code: 'chain_not_configured',
    });
    await nothingHappened();
  });

  test('a preview with everything missing names every reason', async () => {
    const preview = await world
      .service({ chain: undefined, walletConfigured: false, liveAllowed: false, adminTokenSet: false })
      .preview(receipt);
    expect(preview.reasons.map(({ code }) => code)).toEqual([
      'admin_token_not_set',
      'live_anchoring_disabled',
      'chain_not_configured',
    ]);
    expect(preview.cost).toEqual({
      rate_status: 'rate_unavailable',
      microccd: null,
      reservation_microccd: null,
      rate: null,
    });
    expect(preview.would_go_ahead).toBe(false);
  });
});

describe('wallet faults', () => {
  const written = async (content: string, mode = 0o600): Promise<string> => {
    const file = join(world.folder, 'other-wallet.json');
    await writeFile(file, content, { mode });
    await chmod(file, mode);
    return file;
  };
  const good = () => JSON.stringify(simulatedWallet(world.devnet.accounts[0]!));
  const strangerWithAddress = () =>
    JSON.stringify(
      simulatedWallet({ ...simulatedAccount('somebody else', 9, 0n), address: world.devnet.accounts[0]!.address }),
    );

  test.each([
    ['a missing file', async () => join(world.folder, 'nowhere.json'), 'wallet_missing'],
    ['a file that others can read', () => written(good(), 0o644), 'wallet_not_private'],
    ['a file that the group can read', () => written(good(), 0o640), 'wallet_not_private'],
    ['a file that is no wallet', () => written('{"signKey":"secret"}'), 'wallet_malformed'],
    ['a file that is no JSON', () => written('signKey = secret'), 'wallet_malformed'],
    ['keys that are not those of the account', () => written(strangerWithAddress()), 'wallet_wrong_key'],
    [
      'an account that the chain does not have',
      () => written(JSON.stringify(simulatedWallet(simulatedAccount('nobody', 9, 0n)))),
      'wallet_unknown_account',
    ],
  ] as const)('%s is refused by name, spends and stores nothing', async (_, file, reason) => {
    const service = world.service({ chain: world.chain(await file()) });
    await expect(service.anchor(receipt)).rejects.toMatchObject({ code: 'chain_not_configured', members: { reason } });
    expect((await service.preview(receipt)).reasons.map(({ code }) => code)).toEqual([reason]);
    await nothingHappened();
  });

  test('a wallet of another network is refused on a named network before anything is asked of it', async () => {
    const { readWallet } = await import('../../../src/chain/wallet.ts');
    await expect(readWallet(world.walletFile, networkOfSetting('mainnet'))).rejects.toMatchObject({
      code: 'wallet_wrong_network',
    });
    await expect(readWallet(world.walletFile, networkOfSetting('testnet'))).rejects.toMatchObject({
      code: 'wallet_wrong_network',
    });
  });

  test('no fault says anything of the wallet: neither keys nor path', async () => {
    const service = world.service({ chain: world.chain(await written(strangerWithAddress())) });
    const fault = await service.anchor(receipt).catch((thrown: Error) => thrown);
    const said = JSON.stringify([
      fault,
      (fault as Error).message,
      (fault as Error).stack,
      world.logged,
      await service.preview(receipt),
    ]);
    for (const { signKey } of simulatedAccount('somebody else', 9, 0n).keys) expect(said).not.toContain(signKey);
    expect(said).not.toContain('other-wallet.json');
  });
});

describe('node faults', () => {
  test('a node on another network is refused, and nothing is signed', async () => {
    const network = networkOfSetting('testnet');
    const chain = openConcordium({ url: new URL(world.devnet.url), network, walletFile: world.walletFile });
    await expect(chain.sign(new Uint8Array(1), 4_000_000_000)).rejects.toMatchObject({ code: 'wrong_network' });
    await expect(world.service({ chain, network }).anchor(receipt)).rejects.toMatchObject({
      code: 'chain_unavailable',
      members: { reason: 'wrong_network' },
    });
    await nothingHappened();
  });

  test('a node that is switched off is answered as not now, and the next call after it is back goes ahead', async () => {
    const service = world.service();
    world.devnet.faults.unavailable = true;
    await expect(service.anchor(receipt)).rejects.toMatchObject({
      code: 'chain_unavailable',
      headers: { 'Retry-After': '30' },
    });
    await nothingHappened();
    world.devnet.faults.unavailable = false;
    world.advance(10_000);
    expect((await service.anchor(receipt)).outcome).toBe('accepted');
  });

  test('a node that is silent, or a peer that takes the connection and says nothing, hangs no call', async () => {
    world.devnet.faults.silent = true;
    const service = world.service();
    await expect(service.anchor(receipt)).rejects.toMatchObject({ code: 'chain_unavailable' });
    expect((await service.preview(receipt)).reasons.map(({ code }) => code)).toEqual(['node_unavailable']);

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
    world.devnet.faults.loseAcknowledgements = 1;
    const service = world.service();
    await service.anchor(receipt);
    await settleAll(world, service);
    expect(world.logged.join()).toContain('acknowledgement_lost');
    expect((await service.find(receipt))?.state).toBe('finalized');
    expect(world.devnet.chain.transactions()).toHaveLength(1);
  });

  test('a transaction that the node drops is sent again, the same bytes, and anchored once', async () => {
    world.devnet.chain.faults.dropNext = 2;
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
    world.devnet.chain.faults.rejectNext = 1;
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
    world.devnet.chain.faults.dropNext = 100;
    const service = world.service();
    await service.anchor(receipt);
    await service.reconcile();
    world.advance(TIME_OVER);
    for (let look = 0; look < 3; look += 1) await service.reconcile();
    expect((await money(world)).held).toBe(13_225n);
    await settleAll(world, service);
    const record = await service.find(receipt);
    expect(record).toMatchObject({ state: 'expired' });
    expect(await money(world)).toEqual({ held: 0n, charged: 0n });
    const [line] = (await world.ledger.history(receipt)).filter(({ event }) => event === 'expired');
    expect(line?.note).toMatch(/^not found after finalized block [0-9a-f]{64}/);
    expect((await service.anchor(receipt)).outcome).toBe('known');
  });

  test('a node of another network never proves an expiry', async () => {
    world.devnet.chain.faults.dropNext = 100;
    const service = world.service();
    await service.anchor(receipt);
    await service.reconcile();
    const other = await openWorld({ name: 'another chain' });
    try {
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
      const moved = world.service({ chain: other.chain(), network: other.devnet.network });
      await moved.reconcile();
      expect((await money(world)).held).toBe(13_225n);
    } finally {
      await other.close();
    }
  });
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

test('nothing that a service writes or answers holds a signing key or the path of the wallet', async () => {
  const baking = setInterval(() => world.devnet.chain.bake(), 10);
  world.devnet.faults.loseAcknowledgements = 1;
  const { ended } = world.run('anchor-process.ts', { hashes: [receipt], calls: 3 });
  const { output } = await ended.finally(() => clearInterval(baking));
  const service = world.service();
  const said = [
    output,
    ...world.logged,
    JSON.stringify([await service.find(receipt), await service.manifest(), await service.preview(receipt)]),
  ].join();
  expect(said).toContain('anchor_settled');
  for (const { signKey } of world.devnet.accounts[0]!.keys) expect(said).not.toContain(signKey);
  expect(said).not.toContain(world.walletFile);
});

test('a process that starts takes up what another left, by itself', async () => {
  await world
    .service({ onStep: (step) => (step === 'after-claim' ? Promise.reject(new Error('gone')) : undefined) })
    .anchor(receipt)
    .catch(() => {});
  const service = world.service();
  await service.resume();
  const baking = setInterval(() => world.devnet.chain.bake(), 10);
  const { record } = await service.anchor(receipt, 20_000).finally(() => clearInterval(baking));
  expect(record.state).toBe('finalized');
  expect(world.devnet.chain.transactions()).toHaveLength(1);
});

test('two watchers over one store make one transaction', async () => {
  const [one, other] = [world.service(), world.service()];
  const baking = setInterval(() => world.devnet.chain.bake(), 10);
  const answers = await Promise.all([one.anchor(receipt, 20_000), other.anchor(receipt, 20_000)]).finally(() =>
    clearInterval(baking),
  );
  expect(answers.map(({ record }) => record.state)).toEqual(['finalized', 'finalized']);
  expect(world.devnet.chain.transactions()).toHaveLength(1);
});
