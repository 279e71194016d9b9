import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { pino } from 'pino';
import { parseConfig } from '../../src/config.ts';
import type { openService } from '../../src/server/service.ts';
import { environment, newFolder, newStore, type RunningServer } from './server.ts';

const dist = join(import.meta.dirname, '../../dist');

/** A service in the process of the tests: it has no process that a test could ask, signal or kill. */
export type ServiceHere = Pick<RunningServer, 'url' | 'output' | 'end'>;

/**
 * Starts the built service on a free port in this process, for tests of what it answers: starting a program for each would
 * take half a second of the processor. Tests of the program itself, of its end and of its memory use `startServer`.
 */
export const serveHere = async (settings: Readonly<Record<string, string>> = {}): Promise<ServiceHere> => {
  const built = (await import(pathToFileURL(join(dist, 'server/service.mjs')).href)) as {
    openService: typeof openService;
  };
  const SERVICE_KEY_FILE = settings['DATABASE_URL']?.startsWith('postgres') ? join(await newFolder(), 'key.json') : '';
  const config = parseConfig(environment({ DATABASE_URL: await newStore(), SERVICE_KEY_FILE, ...settings }));
  let output = '';
  const log = pino({ level: config.logLevel }, { write: (line) => void (output += line) });
  const service = await built.openService(dist, config, log);
  await service.whole;
  return {
    url: /listening on (http:\/\/\S+?)"/.exec(output)![1]!,
    output: () => output,
    // Its stop waits for a second in which nobody asks anything; what follows need not.
    end: () => {
      void service.stop('the tests are over');
      return Promise.resolve();
    },
  };
};
