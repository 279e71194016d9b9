import { type LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';
import { type IncomingHttpHeaders, type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import type { CheckReason } from '../domain/datasets/observatory/check-reasons.ts';
import { type AllowedHosts, isAllowedAddress } from './public-address.ts';

/** All addresses of a host name. @throws the error of the resolver when there is none. */
export type Resolver = (host: string) => Promise<LookupAddress[]>;

export interface RequestBounds {
  readonly allowed: AllowedHosts;
  /** The resolver of the operating system without it. */
  readonly resolve?: Resolver | undefined;
  readonly headers: Readonly<Record<string, string>>;
  /** Milliseconds to connect, including TLS. */
  readonly connectMs: number;
  /** Milliseconds until the last byte of the answer. */
  readonly wholeMs: number;
  readonly mostBytes: number;
  /** What a POST sends; a GET without it. */
  readonly body?: string | undefined;
  /** Another method, for a request without a body. */
  readonly method?: 'DELETE' | undefined;
  /** The status whose body is read; 200 without it, `any` for every one. */
  readonly status?: number | 'any' | undefined;
}

/** The reply to one request: a failure, a status other than the expected one with its Location, or the bytes. */
export type Reply =
  | { readonly kind: 'failed'; readonly reason: CheckReason }
  | { readonly kind: 'status'; readonly status: number; readonly location: string | undefined }
  | {
      readonly kind: 'body';
      readonly status: number;
      readonly bytes: Uint8Array;
      readonly headers: IncomingHttpHeaders;
    };

/** Why there is no usable answer. */
export class Unanswered extends Error {
  override readonly name = 'Unanswered';
  readonly reason: CheckReason;
  constructor(reason: CheckReason) {
    super(reason);
    this.reason = reason;
  }
}

const reasonOf = (error: unknown, answered: boolean): CheckReason => {
  if (error instanceof Unanswered) return error.reason;
  const code = (error as NodeJS.ErrnoException).code ?? '';
  if (/^(ENOTFOUND|EAI_|ENODATA)/.test(code)) return 'dns_failed';
  if (code === 'ETIMEDOUT') return 'timed_out';
  if (/^(ERR_TLS|ERR_SSL|CERT_|UNABLE_TO_|SELF_SIGNED|DEPTH_ZERO|EPROTO|HOSTNAME_)/.test(code)) return 'tls_failed';
  return answered || code.startsWith('HPE_') ? 'broken_answer' : 'connection_failed';
};

/**
 * Looks up the addresses once and checks the ones used for the connection, so that the answer cannot
 * change in between. One address that is not allowed refuses the host.
 */
const guardedLookup =
  ({ allowed, resolve = (host) => lookup(host, { all: true }) }: RequestBounds): LookupFunction =>
  (host, options, callback) => {
    resolve(host).then(
      (addresses) => {
        const [first] = addresses;
        if (first === undefined) callback(new Unanswered('dns_failed'), '', 4);
        else if (!addresses.every(({ address }) => isAllowedAddress(address, allowed)))
          callback(new Unanswered('address_refused'), '', 4);
        else if (options.all) callback(null, addresses);
        else callback(null, first.address, first.family);
      },
      (error: NodeJS.ErrnoException) => callback(error, '', 4),
    );
  };

/** The least status of an answer (RFC 9110 §15); the parser takes any three digits. */
const LEAST_STATUS = 100;

const readBody = async (answer: IncomingMessage, mostBytes: number): Promise<Uint8Array> => {
  const { 'content-length': length, 'content-encoding': coding = 'identity' } = answer.headers;
  // Requests ask for no compression, so that nothing has to be unpacked within bounds.
  if (coding.trim().toLowerCase() !== 'identity') throw new Unanswered('broken_answer');
  if (Number(length ?? 0) > mostBytes) throw new Unanswered('too_large');
  const chunks: Uint8Array[] = [];
  let read = 0;
  for await (const chunk of answer as AsyncIterable<Uint8Array>) {
    read += chunk.length;
    if (read > mostBytes) throw new Unanswered('too_large');
    chunks.push(chunk);
  }
  if (!answer.complete) throw new Unanswered('broken_answer');
  return Buffer.concat(chunks);
};

/** Sends one request and reads its answer within the bounds. Follows no redirect and never rejects. */
export const requestOnce = (url: URL, bounds: RequestBounds): Promise<Reply> => {
  const literal = url.hostname.replace(/^\[|\]$/g, '');
  if (isIP(literal) !== 0 && !isAllowedAddress(literal, bounds.allowed)) {
    return Promise.resolve({ kind: 'failed', reason: 'address_refused' });
  }
  return new Promise((resolve) => {
    const secure = url.protocol === 'https:';
    let answered = false;
    const request = (secure ? requestHttps : requestHttp)(url, {
      agent: false,
      lookup: guardedLookup(bounds),
      method: bounds.method ?? (bounds.body === undefined ? 'GET' : 'POST'),
      headers: { 'accept-encoding': 'identity', ...bounds.headers },
    });
    const timeOut = () => request.destroy(new Unanswered('timed_out'));
    const connecting = setTimeout(timeOut, bounds.connectMs);
    const whole = setTimeout(timeOut, bounds.wholeMs);
    const end = (reply: Reply) => {
      clearTimeout(connecting);
      clearTimeout(whole);
      request.destroy();
      resolve(reply);
    };
    const fail = (error: unknown) => end({ kind: 'failed', reason: reasonOf(error, answered) });
    request.on('socket', (socket) => socket.once(secure ? 'secureConnect' : 'connect', () => clearTimeout(connecting)));
    request.on('error', fail);
    // An answer that changes the protocol is followed by neither an answer nor an error.
    request.on('upgrade', (_, socket) => {
      socket.destroy();
      end({ kind: 'failed', reason: 'broken_answer' });
    });
    request.on('response', (answer) => {
      answered = true;
      const { statusCode: status = 0, headers } = answer;
      const { status: expected = 200 } = bounds;
      if (status < LEAST_STATUS) {
        end({ kind: 'failed', reason: 'broken_answer' });
        return;
      }
      if (expected !== 'any' && status !== expected) {
        end({ kind: 'status', status, location: headers.location });
        return;
      }
      readBody(answer, bounds.mostBytes).then(
        (bytes) => end({ kind: 'body', status, bytes, headers }),
        // If the request was destroyed here, it knows why the answer was cut.
        (error: unknown) => fail(request.errored ?? error),
      );
    });
    request.end(bounds.body);
  });
};
