import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { App } from '../app.ts';
import { listen } from './connections.ts';

/** How long one reading of the metrics waits for the chain, in milliseconds. */
const CHAIN_MS = 3_000;
/** Metrics are for programs on this machine. */
const LOOPBACK = '127.0.0.1';

/**
 * Measures the service in the form of OpenMetrics (SPEC.md §15.2), and serves that at /metrics on a port of its own on loopback. No
 * label holds a value of a path or anything of a client. The library is loaded here: it takes 19 MB and 70 ms of a start.
 * @throws Error when the port cannot be used.
 */
export const openMetrics = async (app: App, port: number) => {
  const { collectDefaultMetrics, Gauge, Histogram, Registry } = await import('prom-client');
  const registry = new Registry<typeof Registry.OPENMETRICS_CONTENT_TYPE>();
  registry.setContentType(Registry.OPENMETRICS_CONTENT_TYPE);
  collectDefaultMetrics({ register: registry });

  const requests = new Histogram({
    name: 'service_request_duration_seconds',
    help: 'Time from the head of a live request to the end of its answer.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  });
  const gauge = (name: string, help: string, labelNames: readonly string[] = []) =>
    new Gauge({ name, help, labelNames, registers: [registry] });
  const storeUp = gauge('service_store_up', 'Whether the store could be read: 1 or 0.');
  const anchors = gauge('service_anchors', 'Stored anchors by state.', ['state']);
  const oldest = gauge(
    'service_anchor_oldest_waiting_seconds',
    'Time since the claim of the oldest anchor that is not settled; 0 while every one is.',
  );
  const money = gauge('service_anchor_budget_microccd', 'Budget of anchors: spent, reserved and left.', ['part']);
  const chainUp = gauge('service_chain_up', 'Whether the node answered: 1 or 0. Absent without a node.');
  const chainLag = gauge('service_chain_lag_seconds', 'Age of the last finalized block. Absent without an answer.');

  const readStore = async (): Promise<void> => {
    try {
      const { stored_anchors_by_state: byState, budget } = await app.anchors.manifest();
      const since = await app.anchors.oldestWaiting();
      for (const [state, count] of Object.entries(byState)) anchors.set({ state }, count);
      for (const part of ['spent', 'reserved', 'left'] as const)
        money.set({ part }, Number(budget[`${part}_microccd`]));
      oldest.set(since === undefined ? 0 : Math.max(0, app.now().getTime() - since.getTime()) / 1_000);
      storeUp.set(1);
    } catch {
      // The failure is logged where requests meet it; here it must not keep the other values back.
      storeUp.set(0);
    }
  };

  const readChain = async (): Promise<void> => {
    chainUp.remove();
    chainLag.remove();
    if (app.config.concordiumGrpcUrl === undefined) return;
    const answered = app.anchors.chainTime().catch(() => undefined);
    const time = await Promise.race([answered, sleep(CHAIN_MS, undefined, { ref: false })]);
    chainUp.set(time === undefined ? 0 : 1);
    if (time !== undefined) chainLag.set((app.now().getTime() - time.getTime()) / 1_000);
  };

  const server = createServer(({ url, method }, response) => {
    if (url !== '/metrics' || method !== 'GET') {
      response.writeHead(404).end();
      return;
    }
    const text = Promise.all([readStore(), readChain()]).then(() => registry.metrics());
    text.then(
      (written) => response.writeHead(200, { 'Content-Type': registry.contentType }).end(written),
      (failure: unknown) => response.destroy(failure as Error),
    );
  });
  await listen(server, LOOPBACK, port, 'METRICS_PORT');
  app.log.info(`metrics at http://${LOOPBACK}:${(server.address() as AddressInfo).port}/metrics`);

  return {
    /** Counts a request. The route has its parameters in brackets; without an answer, since its client was gone, there is no status. */
    count(method: string, route: string, status: number | undefined, milliseconds: number): void {
      requests.observe({ method, route, status: String(status ?? 'none') }, milliseconds / 1_000);
    },

    end(): void {
      server.close();
      server.closeAllConnections();
    },
  };
};

export type Metrics = Awaited<ReturnType<typeof openMetrics>>;
