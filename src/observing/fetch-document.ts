import { setTimeout as wait } from 'node:timers/promises';
import type { CheckReason } from '../domain/datasets/observatory/check-reasons.ts';
import type { FetchDocument, Fetched } from '../domain/observation/sources.ts';
import { INTERFACE_VERSION } from '../domain/vocabulary/service.ts';
import type { AllowedHosts } from './public-address.ts';
import { type Reply, requestOnce, type Resolver } from './request-once.ts';

/** Waits for the turn of a host; the returned function ends the turn. */
export type HostTurns = (host: string) => Promise<() => void>;

/**
 * Allows one request at a time to each host, with a pause after each.
 * @param pauseMs milliseconds between two requests to the same host.
 */
export const hostTurns = (pauseMs: number): HostTurns => {
  const last = new Map<string, Promise<void>>();
  return async (host) => {
    const before = last.get(host);
    const { promise, resolve } = Promise.withResolvers<void>();
    last.set(
      host,
      promise.then(() => wait(pauseMs)),
    );
    await before;
    return resolve;
  };
};

/** The limits of a request to a foreign server. */
export interface FetchLimits {
  /** Milliseconds to connect. */
  readonly connectMs: number;
  /** Milliseconds for all requests of one document, without waiting for turns. */
  readonly wholeMs: number;
  /** The maximum size of a document. */
  readonly mostBytes: number;
  readonly mostRedirects: number;
}

export const DEFAULT_LIMITS: FetchLimits = {
  connectMs: 10_000,
  wholeMs: 30_000,
  mostBytes: 1_048_576,
  mostRedirects: 5,
};

/** How requests name who sends them. @param siteUrl the base address of the service. */
export const userAgentOf = (siteUrl: string): string =>
  `AgentAccountabilityObservatory/${INTERFACE_VERSION} (+${siteUrl}/verified-agent-observatory)`;

export interface FetchSettings {
  readonly userAgent: string;
  readonly allowed: AllowedHosts;
  readonly limits?: FetchLimits;
  readonly turns?: HostTurns;
  readonly resolve?: Resolver;
}

const redirects = new Set([301, 302, 303, 307, 308]);

const failed = (reason: CheckReason, status?: number): Fetched => ({
  ok: false,
  reason,
  ...(status === undefined ? {} : { status }),
});

const isAskable = ({ protocol, username, password }: URL): boolean =>
  ['http:', 'https:'].includes(protocol) && username === '' && password === '';

/** Where a reply of another status leads, or why it leads nowhere. */
const nextOf = (url: URL, { status, location = '' }: Extract<Reply, { kind: 'status' }>): URL | Fetched => {
  if (!redirects.has(status)) return failed('http_status', status);
  const next = URL.parse(location, url);
  if (location === '' || next === null) return failed('redirect_refused', status);
  next.hash = '';
  if (!isAskable(next)) return failed('scheme_refused', status);
  return url.protocol === 'https:' && next.protocol === 'http:' ? failed('redirect_refused', status) : next;
};

/**
 * A fetcher of foreign documents: http and https only, only to allowed addresses (also after a
 * redirect, checked when connecting), bounded in size, time and redirects, one request at a time to
 * each host. It keeps no cookies and sends no credentials. Only a GET follows redirects.
 */
export const documentFetcher = ({
  userAgent,
  allowed,
  limits = DEFAULT_LIMITS,
  turns = hostTurns(1_000),
  resolve,
}: FetchSettings): FetchDocument => {
  const headers = { 'user-agent': userAgent, accept: 'application/json, */*;q=0.1' };
  return async (address, { headers: further, ...sent } = {}) => {
    let url = URL.parse(address);
    if (url === null || !isAskable(url)) return failed('scheme_refused');
    url.hash = '';
    const isFollowed = sent.body === undefined && sent.method === undefined;
    const asked = new Set<string>();
    let left = limits.wholeMs;
    while (!asked.has(url.href) && asked.size <= limits.mostRedirects) {
      asked.add(url.href);
      const endTurn = await turns(url.hostname);
      const began = performance.now();
      const { connectMs, mostBytes } = limits;
      const wholeMs = Math.max(1, left);
      const bounds = { allowed, resolve, connectMs, mostBytes, wholeMs };
      const reply = await requestOnce(url, { ...bounds, headers: { ...headers, ...further }, ...sent });
      left -= performance.now() - began;
      endTurn();
      if (reply.kind === 'failed') return failed(reply.reason);
      if (reply.kind === 'body') {
        const { status, bytes, headers: received } = reply;
        return { ok: true, status, bytes, finalAddress: url.href, headers: received };
      }
      const next: URL | Fetched = isFollowed ? nextOf(url, reply) : failed('http_status', reply.status);
      if (!(next instanceof URL)) return next;
      url = next;
    }
    return failed('redirect_refused');
  };
};
