import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { App } from '../app.ts';
import { listen } from './listen.ts';
import type { Metrics } from './metrics.ts';

// As in front.ts, an import would load more than is needed.
const { createServer } = process.getBuiltinModule('node:http');

/** Metrics are for programs on this machine. */
const LOOPBACK = '127.0.0.1';

/**
 * Serves /metrics on a port of its own on loopback, and logs its address.
 * @returns what ends it.
 * @throws Error when the port cannot be used.
 */
export const serveMetrics = async (metrics: Metrics, app: App, port: number): Promise<() => void> => {
  const answer = async ({ url, method }: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (url !== '/metrics' || method !== 'GET') {
      response.writeHead(404).end();
      return;
    }
    const text = await metrics.text(app);
    response.writeHead(200, { 'Content-Type': metrics.contentType, 'Cache-Control': 'no-store' }).end(text);
  };
  const server = createServer((request, response) => {
    answer(request, response).catch((failure: unknown) => {
      app.log.error({ err: failure }, 'metrics could not be read');
      response.writeHead(500).end();
    });
  });
  await listen(server, LOOPBACK, port, 'METRICS_PORT');
  app.log.info(`metrics at http://${LOOPBACK}:${(server.address() as AddressInfo).port}/metrics`);
  return () => {
    server.close();
    server.closeAllConnections();
  };
};
