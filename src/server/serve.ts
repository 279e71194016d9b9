/** The server program. It is part of the build and needs no sources. */
import { join } from 'node:path';
import { pino } from 'pino';
import { configFromEnvironment } from '../config.ts';
import { openService, readSite } from './service.ts';

try {
  const config = configFromEnvironment();
  const log = pino({ level: config.logLevel }, pino.destination({ dest: 1, sync: false }));
  const opening = openService(await readSite(join(import.meta.dirname, '..')), config, log);
  // Before it says that it listens: who reads that may stop it at once.
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => void opening.then(async (stop) => process.exit(await stop(signal))));
  await opening;
} catch (failure) {
  process.stderr.write(`The service cannot start: ${failure instanceof Error ? failure.message : String(failure)}\n`);
  process.exit(1);
}
