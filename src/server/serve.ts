/** The server program. It is part of the build and needs no sources. */
import { type EventEmitter, once } from 'node:events';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { pino } from 'pino';
import { configFromEnvironment } from '../config.ts';
import { openService, readSite } from './service.ts';

/** How long the end of the process waits for the last line of the log, in milliseconds. */
const LAST_LINE_MS = 200;

/**
 * Resolves when the last line is written, cannot be, or takes too long. At its exit pino writes what is left again and
 * again, for ever where nobody reads it any more; but not once it has seen that.
 */
const lastLineWritten = (lines: EventEmitter): Promise<unknown> =>
  Promise.race([once(lines, 'drain').catch(() => undefined), setTimeout(LAST_LINE_MS)]);

const serve = async (): Promise<void> => {
  const config = configFromEnvironment();
  const lines = pino.destination({ dest: 1, sync: false });
  const site = await readSite(join(import.meta.dirname, '..'));
  const service = await openService(site, config, pino({ level: config.logLevel }, lines));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      void service.stop(signal).then(async (code) => {
        await lastLineWritten(lines);
        process.exit(code);
      });
    });
  }
  service.announce();
};

try {
  await serve();
} catch (failure) {
  process.stderr.write(`The service cannot start: ${failure instanceof Error ? failure.message : String(failure)}\n`);
  process.exit(1);
}
