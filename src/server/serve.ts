/** The server itself. It is part of the build, shares its modules with the pages and needs no sources. */
import { type EventEmitter, once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { pino } from 'pino';
import { createApp } from '../app.ts';
import { configFromEnvironment } from '../config.ts';
import type { Endpoint } from '../http/answer.ts';
import { securityHeaders } from '../http/response-headers.ts';
import { limitConnections } from './connection-limit.ts';
import { endpointFinder } from './endpoints.ts';
import { createFront, type PageHandler } from './front.ts';
import { openMetrics } from './metrics.ts';
import { serveMetrics } from './metrics-port.ts';
import { findServedFiles } from './served-files.ts';
import { keepHeapSmall } from './server-flags.ts';
import { openSiteFile, SITE_FILE } from './site-file.ts';
import { stopper } from './stop.ts';

const findEndpoint = endpointFinder(
  Object.fromEntries(
    Object.entries(
      import.meta.glob<{ ALL: Endpoint }>(['../pages/api/**/*.ts', '../pages/a2a.ts', '../pages/mcp.ts'], {
        eager: true,
      }),
    ).map(([file, { ALL }]) => [file.replace('../pages/', '').replace(/\.ts$/, ''), ALL]),
  ),
);

/** How long the end of the process waits for the last line of the log, in milliseconds. */
const LAST_LINE_MS = 200;

/**
 * Resolves when the last line is written, cannot be, or takes too long. At its exit pino writes what is left again and
 * again, for ever where nobody reads it any more; but not once it has seen that.
 */
const lastLineWritten = (lines: EventEmitter): Promise<unknown> =>
  Promise.race([once(lines, 'drain').catch(() => undefined), setTimeout(LAST_LINE_MS)]);

/**
 * Starts the service and logs where it listens.
 * @param dist the folder of the build.
 * @throws Error with a message for the operator.
 */
const serve = async (dist: string): Promise<void> => {
  const config = configFromEnvironment();
  const lines = pino.destination({ dest: 1, sync: false });
  const log = pino({ level: config.logLevel }, lines);
  const files = findServedFiles(openSiteFile(join(dist, SITE_FILE)), securityHeaders(config.siteUrl));
  const metrics = config.metricsPort === undefined ? undefined : await openMetrics();
  const app = await createApp(config, {
    log,
    onCommit: metrics?.countCommit,
    prebuilt: (path) => Promise.resolve(files.get(path)?.text()),
  });
  const closeApp = async (failure: unknown): Promise<never> => {
    await app.close();
    throw failure;
  };
  const astro = Promise.withResolvers<PageHandler>();
  const server = createFront(app, files, findEndpoint, async (...page) => (await astro.promise)(...page), metrics);

  limitConnections(server, log);

  const endMetrics = metrics && (await serveMetrics(metrics, app, config.metricsPort!).catch(closeApp));
  await new Promise<void>((resolve, reject) => {
    server.once('error', (failure: NodeJS.ErrnoException) =>
      reject(
        new Error(
          failure.code === 'EADDRINUSE'
            ? `port ${config.port} on ${config.host} is in use: stop the program that listens there or set PORT`
            : `cannot listen on ${config.host} port ${config.port} (HOST, PORT): ${failure.message}`,
        ),
      ),
    );
    server.listen(config.port, config.host, resolve);
  }).catch(closeApp);
  const { port } = server.address() as AddressInfo;
  const host = config.host.includes(':') ? `[${config.host}]` : config.host;
  log.info(`listening on http://${host}:${port}`);

  const stop = stopper(
    server,
    async () => {
      endMetrics?.();
      await app.close();
    },
    log,
  );
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      void stop(signal).then(async (code) => {
        await lastLineWritten(lines);
        process.exit(code);
      });
    });
  }

  // Only pages that are made on request need Astro and wait for it; everything else is answered immediately.
  const entry = pathToFileURL(join(dist, 'server/entry.mjs')).href;
  astro.resolve(((await import(/* @vite-ignore */ entry)) as { handler: PageHandler }).handler);
  keepHeapSmall();
};

try {
  await serve(join(import.meta.dirname, '..'));
} catch (failure) {
  process.stderr.write(`The service cannot start: ${failure instanceof Error ? failure.message : String(failure)}\n`);
  process.exit(1);
}
