import type { IncomingHttpHeaders } from 'node:http';
import type { ObservationReason } from '../domain/observation/observation-terms.ts';
import { type HostTurns, hostTurns } from './host-turns.ts';
import type { AllowedHosts } from './public-address.ts';
import { type Reply, type RequestBounds, requestOnce, type Resolver, systemResolver } from './request-once.ts';
import { unpack } from './unpack.ts';

/** The limits of a request to a foreign server. */
export interface FetchLimits {
  /** Milliseconds to connect. */
  readonly connectMs: number;
  /** Milliseconds for all requests of one document, without waiting for turns. */
  readonly wholeMs: number;
  /** The maximum size of a document, compressed and decompressed. */
  readonly mostBytes: number;
  readonly mostRedirects: number;
}

const DEFAULT_LIMITS: FetchLimits = {
  connectMs: 10_000,
  wholeMs: 30_000,
  mostBytes: 1_048_576,
  mostRedirects: 5,
};

/** What is sent, where it is no plain GET for a document with the status 200. */
export type DocumentRequest = Pick<RequestBounds, 'body' | 'method' | 'status'> & {
  readonly headers?: Readonly<Record<string, string>>;
};

/** The headers that the maintainer keeps for an address, such as a key; they go to no other one. */
export type HeadersOfAddress = (url: URL) => Readonly<Record<string, string>>;

export interface FetchSettings {
  readonly userAgent: string;
  readonly allowed: AllowedHosts;
  readonly limits?: FetchLimits;
  readonly turns?: HostTurns;
  readonly resolve?: Resolver;
  readonly headersOf?: HeadersOfAddress;
}

/** A document, or why there is none. */
export type Fetched =
  | {
      readonly ok: true;
      readonly bytes: Uint8Array;
      readonly mediaType: string | undefined;
      readonly finalAddress: string;
      readonly headers: IncomingHttpHeaders;
    }
  | { readonly ok: false; readonly reason: ObservationReason; readonly status?: number };

/** Fetches a document within bounds. Never rejects. */
export type FetchDocument = (address: string, request?: DocumentRequest) => Promise<Fetched>;

const redirects = new Set([301, 302, 303, 307, 308]);

const failed = (reason: ObservationReason, status?: number): Fetched => ({
  ok: false,
  reason,
  ...(status === undefined ? {} : { status }),
});

const isAskable = ({ protocol, username, password }: URL): boolean =>
  ['http:', 'https:'].includes(protocol) && username === '' && password === '';

type Step = { readonly next: URL } | { readonly done: Fetched };

const stepFrom = async (url: URL, reply: Reply, mostBytes: number, isFollowed: boolean): Promise<Step> => {
  if (reply.kind === 'failed') return { done: failed(reply.reason) };
  if (reply.kind === 'body') {
    const unpacked = await unpack(reply.bytes, reply.coding, mostBytes);
    return {
      done: unpacked.ok
        ? {
            ok: true,
            bytes: unpacked.bytes,
            mediaType: reply.mediaType,
            finalAddress: url.href,
            headers: reply.headers,
          }
        : failed(unpacked.reason),
    };
  }
  const { status, location } = reply;
  if (!isFollowed || !redirects.has(status)) return { done: failed('http_status', status) };
  if (location === undefined || !URL.canParse(location, url)) return { done: failed('broken_redirect', status) };
  const next = new URL(location, url);
  next.hash = '';
  if (!isAskable(next)) return { done: failed('scheme_refused', status) };
  if (url.protocol === 'https:' && next.protocol === 'http:') return { done: failed('insecure_redirect', status) };
  return { next };
};

/**
 * A fetcher of foreign documents: http and https only, only to allowed addresses (also after a
 * redirect, checked when connecting), bounded in size, time and redirects, one request at a time to
 * each host. It keeps no cookies and sends no credentials but those that the maintainer keeps for an address. Only a GET
 * follows redirects.
 */
export const documentFetcher = ({
  userAgent,
  allowed,
  limits = DEFAULT_LIMITS,
  turns = hostTurns(1_000),
  resolve = systemResolver,
  headersOf = () => ({}),
}: FetchSettings): FetchDocument => {
  const headers = { 'user-agent': userAgent, accept: 'application/json, */*;q=0.1', 'accept-encoding': 'identity' };
  return async (address, { headers: further, ...sent } = {}) => {
    if (!URL.canParse(address)) return failed('scheme_refused');
    let url = new URL(address);
    url.hash = '';
    if (!isAskable(url)) return failed('scheme_refused');
    const asked = new Set<string>();
    let left = limits.wholeMs;
    for (;;) {
      if (asked.has(url.href)) return failed('redirect_loop');
      if (asked.size > limits.mostRedirects) return failed('too_many_redirects');
      asked.add(url.href);
      const endTurn = await turns(url.hostname);
      const began = performance.now();
      const { connectMs, mostBytes } = limits;
      const reply = await requestOnce(url, {
        allowed,
        resolve,
        headers: { ...headers, ...further, ...headersOf(url) },
        ...sent,
        connectMs,
        mostBytes,
        wholeMs: Math.max(1, left),
      });
      left -= performance.now() - began;
      endTurn();
      const isGet = sent.body === undefined && sent.method === undefined;
      const step = await stepFrom(url, reply, limits.mostBytes, isGet);
      if ('done' in step) return step.done;
      url = step.next;
    }
  };
};
