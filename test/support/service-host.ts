/**
 * A program that opens built services for the tests of a worker, as many as they ask for, and ends with the worker.
 * Apart from the tests: a build has schemas of its own with the ids of those in src.
 */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { pino } from 'pino';
import { parseConfig } from '../../src/config.ts';
import type { openService, readSite } from '../../src/server/service.ts';
import type { Stop } from '../../src/server/stop.ts';

/** What a test asks for: a service with settings, or its end. */
export interface Asked {
  readonly id: number;
  readonly settings?: Readonly<Record<string, string | undefined>>;
}
/** What it is told of a service: a line of its log, that it is whole, or why it cannot start. */
export interface Told {
  readonly id: number;
  readonly line?: string;
  readonly whole?: true;
  readonly problem?: string;
}

const dist = join(import.meta.dirname, '../../dist');
const built = (await import(pathToFileURL(join(dist, 'server/service.mjs')).href)) as {
  openService: typeof openService;
  readSite: typeof readSite;
};
const site = await built.readSite(dist);
const services = new Map<number, Stop>();

const tell = (told: Told): void => void process.send!(told);

const open = async (id: number, settings: NonNullable<Asked['settings']>): Promise<void> => {
  const config = parseConfig(settings);
  const log = pino({ level: config.logLevel }, { write: (line) => tell({ id, line }) });
  services.set(id, await built.openService(site, config, log));
  tell({ id, whole: true });
};

process.on('message', ({ id, settings }: Asked) => {
  if (settings) open(id, settings).catch((failure: Error) => tell({ id, problem: failure.message }));
  else {
    // Its stop waits for connections that clients keep; what follows need not.
    void services.get(id)!('the tests are over');
    services.delete(id);
  }
});
process.on('disconnect', () => process.exit());
