import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { pino } from 'pino';
import { createApp } from '../app.ts';
import { buildEnvironment, configFromEnvironment } from '../config.ts';
import { securityHeaders } from '../http/response-headers.ts';
import { isBuildFresh } from './build-stamp.ts';
import { type FixedFile, loadFixedFiles } from './fixed-files.ts';
import { createFront, type LiveHandler } from './front.ts';

const root = join(import.meta.dirname, '../..');

/** How long requests that are under way at a stop may take, in milliseconds. */
const STOP_MS = 10_000;

const build = (): Promise<void> =>
  new Promise((resolve, reject) => {
    const astro = join(dirname(createRequire(import.meta.url).resolve('astro/package.json')), 'bin/astro.mjs');
    const child = spawn(process.execPath, [astro, 'build'], {
      cwd: root,
      env: buildEnvironment(),
      stdio: ['ignore', process.stderr, process.stderr],
    });
    child.once('error', reject);
    child.once('exit', (code) => (code === 0 ? resolve() : reject(new Error('the build failed; what it said is above'))));
  });

const prebuiltFrom = (files: ReadonlyMap<string, FixedFile>) => async (path: string): Promise<unknown> => {
  const file = files.get(path);
  if (!file) throw new Error(`${path} was not built`);
  return JSON.parse(file.identity.bytes.toString());
};

/** Starts the service and says where it listens. @throws Error with a message for the operator. */
const start = async (): Promise<void> => {
  const config = configFromEnvironment();
  const log = pino({ level: config.logLevel });
  if (!(await isBuildFresh(root, config.siteUrl))) {
    log.warn('no build of the present sources and settings: building first');
    await build();
  }
  const files = await loadFixedFiles(join(root, 'dist/client'), securityHeaders(config.siteUrl));
  const app = await createApp(config, { log, prebuilt: prebuiltFrom(files) });
  const { handler } = (await import(pathToFileURL(join(root, 'dist/server/entry.mjs')).href)) as { handler: LiveHandler };
  const server = createFront(app, files, handler);

  await new Promise<void>((resolve, reject) => {
    server.once('error', (fault: NodeJS.ErrnoException) =>
      reject(
        new Error(
          fault.code === 'EADDRINUSE'
            ? `port ${config.port} on ${config.host} is taken: stop what listens there or set PORT`
            : `cannot listen on ${config.host} port ${config.port} (HOST, PORT): ${fault.message}`,
        ),
      ),
    );
    server.listen(config.port, config.host, resolve);
  }).catch(async (fault: unknown) => {
    await app.close();
    throw fault;
  });
  const { port } = server.address() as AddressInfo;
  const host = config.host.includes(':') ? `[${config.host}]` : config.host;
  log.info(`listening on http://${host}:${port}`);

  let stopping = false;
  const stop = async (signal: string): Promise<void> => {
    if (stopping) return;
    stopping = true;
    log.info({ signal }, 'stopping: answering what is under way');
    const closed = new Promise((resolve) => server.close(resolve));
    server.closeIdleConnections();
    const late = setTimeout(() => server.closeAllConnections(), STOP_MS);
    await closed;
    clearTimeout(late);
    await app.close();
    log.info('stopped');
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => void stop(signal).then(() => process.exit(0)));
  }
};

try {
  await start();
} catch (fault) {
  const message = fault instanceof Error ? fault.message : String(fault);
  process.stderr.write(`The service cannot start: ${message}\n`);
  process.exit(1);
}
