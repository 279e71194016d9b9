/** The service as a function. It is part of the build, shares its modules with the pages and needs no sources. */
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { unescape } from 'node:querystring';
import { pathToFileURL } from 'node:url';
import type { Logger } from 'pino';
import { createApp } from '../app.ts';
import type { Config } from '../config.ts';
import type { Endpoint } from '../http/answer.ts';
import { securityHeaders } from '../http/response-headers.ts';
import { readBuiltFiles, serveFiles } from './built-files.ts';
import { listen } from './connections.ts';
import { createFront, type FoundEndpoint, type PageHandler } from './front.ts';
import { openMetrics } from './metrics.ts';
import { type Stop, stopper } from './stop.ts';

/** The files of `pages/` that answer for themselves: a segment in brackets is a parameter; a plain one and an ending go before it. */
const endpoints = Object.entries(
  import.meta.glob<{ ALL: Endpoint }>(['../pages/api/**/*.ts', '../pages/a2a.ts', '../pages/mcp.ts'], { eager: true }),
)
  .map(([file, { ALL: endpoint }]) => {
    const route = file.replaceAll(/^\.\.\/pages|(\/index)?\.ts$/g, '');
    // Clients of other protocols may add a slash to an address that they were given.
    const end = route.startsWith('/api/') ? '$' : '/?$';
    const path = route.replaceAll('.', '\\.').replaceAll(/\[(\w+)\]/g, '(?<$1>[^/]+)');
    return { endpoint, route, pattern: new RegExp(`^${path}${end}`) };
  })
  .toSorted(
    ({ route: one }, { route: other }) =>
      Number(one.includes('[')) - Number(other.includes('[')) ||
      Number(other.includes('.')) - Number(one.includes('.')),
  );

const findEndpoint = (path: string): FoundEndpoint | undefined => {
  // Escapes that are not UTF-8 become replacement characters, which the schema of the parameter refuses.
  for (const { endpoint, route, pattern } of endpoints) {
    const found = pattern.exec(path);
    if (!found) continue;
    const params = Object.entries(found.groups ?? {}).map(([name, segment]) => [name, unescape(segment)]);
    return { endpoint, route, params: Object.fromEntries(params) as Record<string, string> };
  }
  return undefined;
};

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

/**
 * Starts a service, and logs where it listens.
 * @throws Error with a message for the operator.
 */
export const openService = async ({ files, answerPage }: Site, config: Config, log: Logger): Promise<Stop> => {
  const app = await createApp(config, { log, prebuilt: (path) => Promise.resolve(files.get(path)?.toString()) });
  const metrics = config.metricsPort === undefined ? undefined : await openMetrics(app, config.metricsPort);
  const served = serveFiles(files, securityHeaders(config.siteUrl));
  const server = createFront(app, served, findEndpoint, answerPage, metrics);
  await listen(server, config.host, config.port);
  const { port } = server.address() as AddressInfo;
  log.info(`listening on http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${port}`);
  return stopper(server, log, () => {
    metrics?.end();
    return app.close();
  });
};
