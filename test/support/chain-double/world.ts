import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { openConcordium } from '../../../src/chain/concordium.ts';
import { simulatedWallet } from '../../../src/devnet/account.ts';
import { type Devnet, type DevnetOptions, openDevnet } from '../../../src/devnet/devnet.ts';
import type { AnchorLedger } from '../../../src/domain/anchors/anchor-ledger.ts';
import { sha256Hex } from '../../../src/domain/json/hash.ts';
import { anchoring, type AnchoringParts } from '../../../src/services/anchoring/anchoring.ts';
import type { Pace } from '../../../src/services/anchoring/watcher.ts';
import { anchorStore } from '../../../src/storage/anchors.ts';
import { type Database, openDatabase } from '../../../src/storage/database.ts';

/** A pace that keeps tests fast. */
export const QUICK_PACE: Pace = { active: 5, patient: 20, idle: 20, lease: 30_000 };

/** A receipt hash derived from a name. */
export const hashNamed = (name: string): string => sha256Hex(`a receipt called ${name}`);

/** Rates at which one anchor (529 energy) costs this much, to the micro-CCD. */
export const ratesFor = (microCcd: bigint) =>
  ({ euroPerEnergy: [1n, 529n], microCcdPerEuro: [microCcd, 1n] }) as const satisfies DevnetOptions['rates'];

/** A store on disk, a simulated chain, a wallet file, and services over them that share one clock. */
export interface World {
  readonly devnet: Devnet;
  readonly ledger: AnchorLedger;
  readonly database: Database;
  readonly databaseFile: string;
  readonly walletFile: string;
  readonly folder: string;
  /** Everything that services logged. */
  readonly logged: string[];
  /** Moves the clock of the chain and of every service ahead. */
  advance(milliseconds: number): void;
  now(): Date;
  /** A service of its own, as another process would be. */
  service(more?: Partial<AnchoringParts>): ReturnType<typeof anchoring>;
  chain(walletFile?: string): ReturnType<typeof openConcordium>;
  /** Runs a script of this folder as a process of its own. */
  run(
    script: string,
    job: Readonly<Record<string, unknown>>,
  ): { readonly pid: number; readonly ended: Promise<{ signal: NodeJS.Signals | null; output: string }> };
  close(): Promise<void>;
}

/** @param ago how far its clock begins behind the real one, in milliseconds. */
export const openWorld = async ({
  ago = 0,
  ...options
}: Omit<DevnetOptions, 'now'> & { ago?: number } = {}): Promise<World> => {
  let ahead = -ago;
  const now = (): Date => new Date(Date.now() + ahead);
  const devnet = await openDevnet({ ...options, now: () => now().getTime() });
  const folder = await mkdtemp(join(tmpdir(), 'anchoring-'));
  const walletFile = join(folder, 'wallet.json');
  await writeFile(walletFile, JSON.stringify(simulatedWallet(devnet.accounts[0]!)), { mode: 0o600 });
  const databaseFile = join(folder, 'service.db');
  const database = await openDatabase({ kind: 'sqlite', filename: databaseFile });
  const ledger = anchorStore(database, devnet.network.genesisBlock);
  const logged: string[] = [];
  const services: ReturnType<typeof anchoring>[] = [];
  const chain = (file = walletFile) =>
    openConcordium({ url: new URL(devnet.url), network: devnet.network, walletFile: file, callLimitMs: 1_500 });
  return {
    devnet,
    ledger,
    database,
    databaseFile,
    walletFile,
    folder,
    logged,
    now,
    chain,
    advance(milliseconds) {
      ahead += milliseconds;
    },
    service(more = {}) {
      const service = anchoring({
        ledger,
        chain: chain(),
        network: devnet.network,
        walletConfigured: true,
        adminTokenSet: true,
        liveAllowed: true,
        siteUrl: 'http://localhost:4321',
        holder: randomBytes(8).toString('hex'),
        now,
        pace: QUICK_PACE,
        log: (event, facts) => logged.push(JSON.stringify({ event, ...facts })),
        ...more,
      });
      services.push(service);
      return service;
    },
    run(script, job) {
      const settings = { databaseFile, walletFile, url: devnet.url, genesisBlock: devnet.network.genesisBlock, ahead };
      const child = spawn(
        process.execPath,
        [join(import.meta.dirname, script), JSON.stringify({ ...settings, ...job })],
        {
          stdio: ['ignore', 'pipe', 'pipe'],
        },
      );
      let output = '';
      child.stdout.setEncoding('utf8').on('data', (chunk: string) => (output += chunk));
      child.stderr.setEncoding('utf8').on('data', (chunk: string) => (output += chunk));
      return {
        pid: child.pid!,
        ended: new Promise((resolve) => child.once('close', (_, signal) => resolve({ signal, output }))),
      };
    },
    async close() {
      await Promise.all(services.map((service) => service.stop()));
      await devnet.close();
      await database.close();
    },
  };
};

/** What commands need to anchor on the store, the node and the wallet of a world, or on another store. */
export const commandSettings = (
  { databaseFile, devnet, walletFile }: World,
  store = databaseFile,
): Record<string, string> => ({
  DATABASE_URL: `file:${store}`,
  CONCORDIUM_GRPC_URL: devnet.url,
  CONCORDIUM_NETWORK: `genesis:${devnet.network.genesisBlock}`,
  CONCORDIUM_WALLET_FILE: walletFile,
  AGENT_COMMERCE_ALLOW_LIVE_REGISTERDATA: '1',
});

/** Anchors a hash in a world that began long ago: the SDK sends nothing that has expired by the real clock, so it is signed only. */
export const signUnsent = async (
  { ledger }: World,
  service: ReturnType<typeof anchoring>,
  receiptHash: string,
): Promise<void> => {
  await service.anchor(receiptHash);
  await expect.poll(async () => (await ledger.find(receiptHash))?.transactionHash).toEqual(expect.any(String));
};

/** The transactions in blocks that registered this hash. */
export const transactionsFor = ({ devnet }: Pick<World, 'devnet'>, receiptHash: string) =>
  devnet.chain
    .transactions()
    .filter(({ effect }) => 'registered' in effect && effect.registered.toString('latin1').endsWith(receiptHash));

/** What is held and spent, in micro-CCD. */
export const money = async ({ ledger }: World): Promise<{ held: bigint; charged: bigint }> => {
  const { reservedMicroCcd, chargedMicroCcd } = await ledger.totals();
  return { held: reservedMicroCcd, charged: chargedMicroCcd };
};

/** The maximum of held and spent money at any time, according to the history. */
export const mostCommitted = async ({ ledger }: Pick<World, 'ledger'>): Promise<bigint> => {
  let committed = 0n;
  let most = 0n;
  for (const { reservedChange, chargedChange } of await ledger.history()) {
    committed += reservedChange + chargedChange;
    if (committed > most) most = committed;
  }
  return most;
};

/** Makes blocks and checks the chain until everything is settled, for at most thirty rounds. */
export const settleAll = async (world: World, service: ReturnType<typeof anchoring>): Promise<void> => {
  for (let round = 0; round < 30 && (await world.ledger.unsettled()).length > 0; round += 1) {
    await service.reconcile();
    world.devnet.finalize();
  }
};

/** Asserts that nothing is stored for the hash, no money is held and the chain has no transaction. */
export const expectNothingHappened = async (world: World, receiptHash: string): Promise<void> => {
  expect(await world.ledger.find(receiptHash)).toBeUndefined();
  expect(await money(world)).toEqual({ held: 0n, charged: 0n });
  expect(world.devnet.chain.transactions()).toEqual([]);
};
