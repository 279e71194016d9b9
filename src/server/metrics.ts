import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { App } from '../app.ts';
import type { AnchorManifest } from '../domain/anchors/anchor-plan.ts';
import { listen } from './listen.ts';

/** How long one reading of the metrics waits for the chain, in milliseconds. */
const CHAIN_MS = 3_000;

/** Methods that are named; a client may send any. */
const namedMethods = new Set(['GET', 'HEAD', 'POST', 'OPTIONS']);

/**
 * Measures the service in the form of OpenMetrics (SPEC.md §15.2). No label holds a value of a path or anything of a client.
 * The library is loaded here, so that a service without metrics does not pay for it.
 */
export const openMetrics = async () => {
  const { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } = await import('prom-client');
  const registry = new Registry<typeof Registry.OPENMETRICS_CONTENT_TYPE>();
  registry.setContentType(Registry.OPENMETRICS_CONTENT_TYPE);
  const registers = [registry];
  collectDefaultMetrics({ register: registry });

  const requests = new Histogram({
    name: 'service_request_duration_seconds',
    help: 'Time from the head of a live request to the end of its answer.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  });
  const commits = new Histogram({
    name: 'service_intake_commit_requests',
    help: 'Requests that were stored by one commit.',
    buckets: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000],
    registers,
  });
  const failures = new Counter({
    name: 'service_intake_commit_failures',
    help: 'Commits of requests that failed.',
    registers,
  });
  const gauge = (name: string, help: string, labelNames: readonly string[] = []) =>
    new Gauge({ name, help, labelNames, registers });
  const waiting = gauge('service_intake_waiting', 'Requests that wait for a commit.');
  const storeUp = gauge('service_store_up', 'Whether the store could be read: 1 or 0.');
  const storeBytes = gauge('service_store_bytes', 'Size of the store.');
  const anchors = gauge('service_anchors', 'Stored anchors by state.', ['state']);
  const oldest = gauge(
    'service_anchor_oldest_waiting_seconds',
    'Time since the claim of the oldest anchor that is not settled; 0 while every one is.',
  );
  const budget = gauge('service_anchor_budget_microccd', 'Budget of anchors: spent, held and left.', ['part']);
  const chainUp = gauge('service_chain_up', 'Whether the node answered: 1 or 0. Absent without a node.');
  const chainLag = gauge('service_chain_lag_seconds', 'Age of the last finalized block. Absent without an answer.');

  const setManifest = ({ stored_anchors_by_state: byState, budget: money }: AnchorManifest): void => {
    for (const [state, count] of Object.entries(byState)) anchors.set({ state }, count);
    budget.set({ part: 'spent' }, Number(money.spent_microccd));
    budget.set({ part: 'held' }, Number(money.reserved_microccd));
    budget.set({ part: 'left' }, Number(money.left_microccd));
  };

  const readStore = async (app: App): Promise<void> => {
    waiting.set(app.waitingRequests());
    try {
      setManifest(await app.anchors.manifest());
      const since = await app.anchors.oldestWaiting();
      oldest.set(since === undefined ? 0 : Math.max(0, app.now().getTime() - since.getTime()) / 1_000);
      storeBytes.set(await app.storeBytes());
      storeUp.set(1);
    } catch {
      // The failure is logged where requests meet it; here it must not keep the other values back.
      storeUp.set(0);
    }
  };

  const readChain = async ({ anchors: facility, config, now }: App): Promise<void> => {
    if (config.concordiumGrpcUrl === undefined) {
      chainUp.remove();
      chainLag.remove();
      return;
    }
    const answered = facility.chainTime().catch(() => undefined);
    const time = await Promise.race([answered, sleep(CHAIN_MS, undefined, { ref: false })]);
    chainUp.set(time === undefined ? 0 : 1);
    if (time === undefined) chainLag.remove();
    else chainLag.set((now().getTime() - time.getTime()) / 1_000);
  };

  return {
    contentType: registry.contentType,

    /** Counts a request. The route has its parameters in brackets; without an answer, since its client was gone, there is no status. */
    countRequest(method: string, route: string, status: number | undefined, milliseconds: number): void {
      const named = namedMethods.has(method) ? method : 'other';
      requests.observe({ method: named, route, status: String(status ?? 'none') }, milliseconds / 1_000);
    },

    /** Counts a commit of requests. */
    countCommit(size: number, failed: boolean): void {
      commits.observe(size);
      if (failed) failures.inc();
    },

    /** Reads the store and the chain, and writes everything down. */
    async text(app: App): Promise<string> {
      await Promise.all([readStore(app), readChain(app)]);
      return registry.metrics();
    },
  };
};

export type Metrics = Awaited<ReturnType<typeof openMetrics>>;

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
