import { setTimeout as sleep } from 'node:timers/promises';
import type { Devnet } from '../../src/devnet/devnet.ts';
import { ratesFor } from '../support/chain-double/world.ts';
import type { Postgres } from '../support/postgres.ts';
import type { Draw } from '../support/seeded-draw.ts';
import type { Instance } from './instance.ts';
import type { SmallDisk } from './small-disk.ts';

/** A thing that happens, from its beginning to its end. */
export type BadDay = readonly [name: string, happen: () => Promise<void>];

/** The usual fee of an anchor: the budget covers about fifty. */
export const USUAL_FEE = 80_000n;
/** No anchor costs more than this, in micro-CCD. */
export const HIGHEST_FEE = USUAL_FEE + 30_000n;

const during = async (milliseconds: number, begin: () => unknown, end: () => unknown): Promise<void> => {
  await begin();
  await sleep(milliseconds);
  await end();
};

/** What happens to a process of the service. */
export const processDays = (instance: Instance): BadDay[] => [
  [`${instance.name} killed (kill -9) and started`, async () => (await instance.end('SIGKILL'), instance.start())],
  [`${instance.name} stopped (SIGTERM) and started`, async () => (await instance.end('SIGTERM'), instance.start())],
];

/** What happens to the disk of a process. */
export const diskDays = (disk: SmallDisk, instance: Instance): BadDay[] => [
  ['disk full for 4 s', () => during(4_000, () => disk.fill(instance.pid), () => disk.makeRoom(instance.pid))],
]; // prettier-ignore

/** What happens to PostgreSQL. */
export const postgresDays = (postgres: Postgres): BadDay[] => {
  const start = async (): Promise<void> => {
    // After a crash, the shared memory of the old processes may need a moment to go.
    for (let tried = 1; ; tried += 1) {
      try {
        return await postgres.start();
      } catch (failure) {
        if (tried === 20) throw failure;
        await sleep(500);
      }
    }
  };
  return [
    ['PostgreSQL killed (kill -9) and started', async () => (await postgres.kill(), start())],
    ['PostgreSQL away for 3 s', () => during(3_000, () => postgres.stop(), start)],
  ];
};

/** What happens to the node and the chain. */
export const chainDays = ({ failures, chain }: Devnet, draw: Draw): BadDay[] => [
  ['node switched off for 4 s', () => during(4_000, () => (failures.unavailable = true), () => (failures.unavailable = false))],
  ['node silent for 6 s', () => during(6_000, () => (failures.silent = true), () => (failures.silent = false))],
  ['answers of the node lost', async () => void (failures.loseAcknowledgements = 2)],
  ['transactions dropped', async () => void (chain.failures.dropNext = 1)],
  ['transaction rejected', async () => void (chain.failures.rejectNext = 1)],
  ['fee changed for 8 s', () => during(8_000, () => chain.setRates(ratesFor(USUAL_FEE + BigInt(draw(Number(HIGHEST_FEE - USUAL_FEE))))), () => chain.setRates(ratesFor(USUAL_FEE)))],
]; // prettier-ignore

/** Ends every failure of the node and the chain. */
export const endChainDays = ({ failures, chain }: Devnet): void => {
  Object.assign(failures, { unavailable: false, silent: false, loseAcknowledgements: 0, holdAcknowledgements: false });
  Object.assign(chain.failures, { dropNext: 0, rejectNext: 0 });
  chain.setRates(ratesFor(USUAL_FEE));
};
