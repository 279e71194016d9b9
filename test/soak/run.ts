/**
 * `npm run soak -- --minutes N --seed S`: mixed load on the built service over SQLite and over PostgreSQL, each with a simulated
 * chain, while processes are killed, a disk fills and the chain has bad days. Then compares what was acknowledged with what is
 * there. Loopback only; stops by itself; exit code 1 when anything is wrong.
 */
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Command } from 'commander';
import { wholeNumber } from '../../src/cli/terminal.ts';
import { type Devnet, openDevnet } from '../../src/devnet/devnet.ts';
import setup from '../support/build.ts';
import { anchoringOn } from '../support/chain-double/settings.ts';
import { ratesFor } from '../support/chain-double/world.ts';
import { startPostgres } from '../support/postgres.ts';
import { type Draw, drawFrom, pick } from '../support/seeded-draw.ts';
import { newFolder } from '../support/server.ts';
import { type BadDay, chainDays, diskDays, endChainDays, postgresDays, processDays, USUAL_FEE } from './bad-days.ts';
import { type Checked, checkFlat, checkSaid, checkStored, settleAnchors } from './checks.ts';
import { type Instance, openInstance } from './instance.ts';
import { type Load, openLoad } from './load.ts';
import { openSmallDisk } from './small-disk.ts';

const { minutes, seed } = new Command('soak')
  .description(
    'Load the built service while processes are killed, a disk fills and the chain fails; then count what is there.',
  )
  .option('--minutes <number>', 'how long', wholeNumber(1, 1_440), 10)
  .option(
    '--seed <number>',
    'what is drawn from; the same seed draws the same',
    wholeNumber(0, 999_999),
    Date.now() % 1_000_000,
  )
  .parse()
  .opts<{ minutes: number; seed: number }>();
const CLIENTS = 6;
let began = Date.now();
const done = (): number => (Date.now() - began) / (minutes * 60_000);

/** A store with its processes, its chain and its load. */
interface Arena {
  readonly name: string;
  readonly url: string;
  readonly instances: readonly Instance[];
  readonly devnet: Devnet;
  readonly load: Load;
  /** What may happen at this part of the soak, from 0 to 1, in groups that are as likely as one another. */
  readonly days: (part: number) => readonly (readonly BadDay[])[];
  readonly close: () => Promise<void> | void;
}

const chainOf = async () => {
  const devnet = await openDevnet({ blockEveryMs: 200, rates: ratesFor(USUAL_FEE) });
  const keyFile = join(await newFolder(), 'service-key.json');
  return { devnet, settings: { ...(await anchoringOn(devnet)), SERVICE_KEY_FILE: keyFile } };
};

const overSqlite = async (draw: Draw): Promise<Arena & { disk: string }> => {
  const { devnet, settings } = await chainOf();
  const disk = await openSmallDisk(64 + Math.ceil(minutes * 12));
  const url = `file:${join(disk.folder, 'service.db')}`;
  const one = openInstance('the process over SQLite', { ...settings, DATABASE_URL: url });
  const close = async () => (await devnet.close(), disk.remove());
  const load = openLoad([one], 'sqlite', draw);
  // In the second half it lives on, so that what it holds can be watched.
  const days = (part: number) => [
    ...(part < 0.5 ? [processDays(one)] : []),
    diskDays(disk, one),
    chainDays(devnet, draw),
  ];
  return { name: 'SQLite', url, instances: [one], devnet, load, days, close, disk: disk.kind };
};

const overPostgres = async (draw: Draw): Promise<Arena> => {
  const { devnet, settings } = await chainOf();
  const postgres = await startPostgres();
  const url = await postgres.newDatabase();
  const [killed, lasting] = ['a process over PostgreSQL', 'another, never killed'].map((name) =>
    openInstance(name, { ...settings, DATABASE_URL: url }),
  ) as [Instance, Instance];
  const close = async () => (await devnet.close(), postgres.remove());
  const load = openLoad([killed, lasting], 'postgres', draw);
  const days = () => [processDays(killed), postgresDays(postgres), chainDays(devnet, draw)];
  return { name: 'PostgreSQL', url, instances: [killed, lasting], devnet, load, days, close };
};

/** Lets one bad day follow another until it is time to end, and counts them. */
const live = async ({ load, days }: Arena, draw: Draw, happened: Map<string, number>): Promise<void> => {
  const clients = load.run(CLIENTS);
  while (done() < 0.95) {
    await sleep(1_000 + draw(3_000));
    const [name, happen] = pick(pick(days(done()), draw), draw);
    await happen();
    happened.set(name, (happened.get(name) ?? 0) + 1);
  }
  while (done() < 1) await sleep(200);
  load.stop();
  await clients;
};

const review = async ({ url, instances, devnet, load }: Arena): Promise<Checked[]> => {
  endChainDays(devnet);
  await load.finish();
  await settleAnchors(instances.at(-1)!);
  const flat = instances.filter((_, at) => at === instances.length - 1).map(checkFlat);
  for (const instance of instances) await instance.end('SIGTERM');
  return [...(await checkStored(url, load, devnet)), ...flat, ...instances.map(checkSaid)];
};

await setup();
console.log(`Soak of ${minutes} minutes, seed ${seed}.`);
const arenas = [await overSqlite(drawFrom(seed)), await overPostgres(drawFrom(seed + 1))];
let failed = false;
try {
  const happened = new Map<string, number>();
  await Promise.all(arenas.flatMap(({ instances }) => instances).map((instance) => instance.start()));
  began = Date.now();
  await Promise.all(arenas.map((arena, at) => live(arena, drawFrom(seed + 2 + at), happened)));
  console.log(`\nWhat happened (the disk is ${(arenas[0] as { disk?: string }).disk}):`);
  for (const [name, count] of [...happened].toSorted()) console.log(`  ${String(count).padStart(4)} × ${name}`);
  for (const arena of arenas) {
    const counts = [...arena.load.statuses].toSorted().map(([told, count]) => `${told} × ${count}`);
    console.log(`\n${arena.name}: ${counts.join(', ')}`);
    for (const { what, problems } of await review(arena)) {
      failed ||= problems.length > 0;
      console.log(`  ${problems.length > 0 ? '!!' : 'ok'}  ${what}`);
      for (const problem of problems.slice(0, 10)) console.log(`        ${problem}`);
    }
  }
} finally {
  for (const { instances, close } of arenas) {
    for (const instance of instances) await instance.end('SIGKILL');
    await close();
  }
}
console.log(failed ? '\nThe soak failed.' : '\nEverything that was acknowledged survived.');
process.exit(failed ? 1 : 0);
