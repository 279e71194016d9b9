/** The service as a function. It is part of the build, shares its modules with the pages and needs no sources. */
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Logger } from 'pino';
import { createApp } from '../app.ts';
import type { Config } from '../config.ts';
import type { Endpoint } from '../http/answer.ts';
import { securityHeaders } from '../http/response-headers.ts';
import { readBuiltFiles, serveFiles } from './built-files.ts';
import { endpointFinder } from './endpoints.ts';
import { createFront, type PageHandler } from './front.ts';
import { listen } from './listen.ts';
import { openMetrics, serveMetrics } from './metrics.ts';
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

/** A build, as a service has read it: it needs nothing of the folder any more. */
export interface Site {
  readonly files: ReadonlyMap<string, Buffer>;
  readonly answerPage: PageHandler;
}

/**
 * Reads a build and loads what makes pages on request.
 * @param dist the folder of the build.
 * @throws Error when the build is not whole.
 */
export const readSite = async (dist: string): Promise<Site> => {
  const files = readBuiltFiles(join(dist, 'client'));
  const entry = pathToFileURL(join(dist, 'server/entry.mjs')).href;
  const { handler } = (await import(/* @vite-ignore */ entry)) as { handler: PageHandler };
  const { manifest } = await import('virtual:astro:manifest');
  // Astro would load a page when it is first asked for: by then another build may have taken the place of this one.
  for (const load of [manifest.middleware, ...manifest.pageMap.values()]) await load();
  return { files, answerPage: handler };
};

/** A service that listens. */
export interface Service {
  /** Logs where it listens: its signals have to be handled before. */
  announce(): void;
  /** Stops it, for a reason that the log names; gives the exit code: 0, or 1 when something had to be cut off. */
  stop(reason: string): Promise<number>;
}

/**
 * Starts a service.
 * @throws Error with a message for the operator.
 */
export const openService = async ({ files, answerPage }: Site, config: Config, log: Logger): Promise<Service> => {
  const metrics = config.metricsPort === undefined ? undefined : await openMetrics();
  const app = await createApp(config, {
    log,
    onCommit: metrics?.countCommit,
    prebuilt: (path) => Promise.resolve(files.get(path)?.toString()),
  });
  const served = serveFiles(files, securityHeaders(config.siteUrl));
  const server = createFront(app, served, findEndpoint, answerPage, metrics);
  let endMetrics: (() => void) | undefined;
  const close = async (): Promise<void> => {
    endMetrics?.();
    await app.close();
  };
  try {
    endMetrics = metrics && (await serveMetrics(metrics, app, config.metricsPort!));
    await listen(server, config.host, config.port);
  } catch (failure) {
    await close();
    throw failure;
  }
  const { port } = server.address() as AddressInfo;
  const host = config.host.includes(':') ? `[${config.host}]` : config.host;
  return {
    announce: () => log.info(`listening on http://${host}:${port}`),
    stop: stopper(server, close, log),
  };
};
