/** The service as a function. It is part of the build, shares its modules with the pages and needs no sources. */
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Logger } from 'pino';
import { createApp } from '../app.ts';
import type { Config } from '../config.ts';
import type { Endpoint } from '../http/answer.ts';
import { securityHeaders } from '../http/response-headers.ts';
import { limitConnections } from './connection-limit.ts';
import { endpointFinder } from './endpoints.ts';
import { createFront, type PageHandler } from './front.ts';
import { listen } from './listen.ts';
import { openMetrics } from './metrics.ts';
import { serveMetrics } from './metrics-port.ts';
import { findServedFiles } from './served-files.ts';
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

/** A service that listens. */
export interface Service {
  /** Logs where it listens: whoever reads that may signal at once, and has to be heeded. */
  announce(): void;
  /** Loads what makes pages on request, which takes a fifth of a second of the processor. Until then these pages wait. */
  loadPages(): Promise<void>;
  /** Stops it, for a reason that the log names; gives the exit code: 0, or 1 when something had to be cut off. */
  stop(reason: string): Promise<number>;
}

/**
 * Starts a service.
 * @param dist the folder of the build.
 * @throws Error with a message for the operator.
 */
export const openService = async (dist: string, config: Config, log: Logger): Promise<Service> => {
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
  await listen(server, config.host, config.port).catch(closeApp);
  const { port } = server.address() as AddressInfo;
  const host = config.host.includes(':') ? `[${config.host}]` : config.host;
  const announce = (): void => log.info(`listening on http://${host}:${port}`);

  const stop = stopper(
    server,
    async () => {
      endMetrics?.();
      await app.close();
    },
    log,
  );

  const loadPages = async (): Promise<void> => {
    const entry = pathToFileURL(join(dist, 'server/entry.mjs')).href;
    const { handler } = (await import(/* @vite-ignore */ entry)) as { handler: PageHandler };
    const { manifest } = await import('virtual:astro:manifest');
    // Astro would load a page when it is first asked for: by then another build may have taken the place of this one.
    for (const load of [manifest.middleware, ...manifest.pageMap.values()]) await load();
    astro.resolve(handler);
  };
  return { announce, loadPages, stop };
};
