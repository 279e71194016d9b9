/** The server program. It is part of the build and needs no sources. */
import { join } from 'node:path';
import { pino } from 'pino';
import { configFromEnvironment } from '../config.ts';
import { causeOf } from '../domain/vocabulary/errors.ts';
import { openService, readSite } from './service.ts';

/** Lines that wait to be written, in bytes; further ones are dropped. */
const LOG_BYTES_WAITING = 1024 * 1024;

try {
  const config = configFromEnvironment();
  const lines = pino.destination({ dest: 1, sync: false, maxLength: LOG_BYTES_WAITING });
  // At its end, the process would try endlessly to write what a full disk does not take.
  lines.once('error', ({ message }: Error) => {
    lines.flushSync = () => undefined;
    process.stderr.once('error', () => undefined).write(`Lines of the log are lost: ${message}\n`);
  });
  lines.on('error', () => undefined);
  const log = pino({ level: config.logLevel }, lines);
  const opening = openService(await readSite(join(import.meta.dirname, '..')), config, log);
  // Before it says that it listens: a supervisor that reads that may stop it at once.
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => void opening.then(async (stop) => process.exit(await stop(signal))));
  await opening;
} catch (thrown) {
  const failure = causeOf(thrown);
  process.stderr.write(`The service cannot start: ${failure instanceof Error ? failure.message : String(failure)}\n`);
  process.exit(1);
}
