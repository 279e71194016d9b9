import type { RequestListener } from 'node:http';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import type { FetchLimits } from '../../src/observing/fetch-document.ts';
import { card, fetcher, oddServers } from '../support/fetching.ts';
import { openOddServer, openRawServer } from '../support/odd-server.ts';

const limits: FetchLimits = { connectMs: 400, wholeMs: 600, mostBytes: 10_000, mostRedirects: 3 };
const { kept, serve } = oddServers();

describe('a server that misbehaves', () => {
  test.each<[string, string, RequestListener]>([
    ['sends a header and then nothing', 'timed_out', (_, answer) => void answer.writeHead(200).write('{')],
    ['never answers', 'timed_out', () => {}],
    [
      'drips a byte at a time',
      'timed_out',
      (_, answer) => {
        const drip = setInterval(() => answer.write(' '), 20);
        answer.on('close', () => clearInterval(drip));
      },
    ],
  ])('%s: %s', async (_, reason, answer) => {
    const { url } = await serve(answer);
    expect(await fetcher({ limits })(url)).toEqual({ ok: false, reason });
  });

  test.each<[string, string, RequestListener]>([
    [
      'says that it is huge',
      'too_large',
      (_, answer) => void answer.writeHead(200, { 'content-length': '99999999' }).write('{'),
    ],
    [
      'is huge without saying so',
      'too_large',
      (_, answer) => {
        const more = () => {
          while (!answer.destroyed && answer.write(Buffer.alloc(4_000)));
        };
        answer.on('drain', more);
        more();
      },
    ],
    [
      'packs its answer without being asked',
      'broken_answer',
      (_, answer) => void answer.setHeader('content-encoding', 'gzip').end(gzipSync(card)),
    ],
    [
      'sends half an answer',
      'broken_answer',
      (_, answer) => {
        answer.writeHead(200, { 'content-length': '100' });
        answer.write(card, () => answer.destroy());
      },
    ],
    [
      'cuts a chunked answer',
      'broken_answer',
      (_, answer) => {
        answer.write(card, () => answer.destroy());
      },
    ],
    ['cuts the connection', 'connection_failed', (_, answer) => void answer.destroy()],
    ['redirects nowhere', 'redirect_refused', (_, answer) => void answer.writeHead(302).end()],
    [
      'redirects to something else',
      'scheme_refused',
      (_, answer) => void answer.writeHead(302, { location: 'file:///etc/passwd' }).end(),
    ],
    [
      'redirects with a password',
      'scheme_refused',
      (_, answer) => void answer.writeHead(302, { location: 'http://a:b@example.org/' }).end(),
    ],
    ['redirects to itself', 'redirect_refused', (_, answer) => void answer.writeHead(302, { location: '/' }).end()],
    [
      'redirects without end',
      'redirect_refused',
      (request, answer) => void answer.writeHead(307, { location: `${request.url}x` }).end(),
    ],
    [
      'redirects to a private address',
      'address_refused',
      (_, answer) => void answer.writeHead(302, { location: 'http://10.0.0.1/' }).end(),
    ],
  ])('%s: %s', async (_, reason, answer) => {
    const { url } = await serve(answer);
    expect(await fetcher()(url)).toMatchObject({ ok: false, reason });
  });

  test.each([404, 410, 401, 402, 429, 500, 503, 204, 206])('answers with status %i', async (status) => {
    const { url } = await serve((_, answer) => answer.writeHead(status).end());
    expect(await fetcher()(url)).toEqual({ ok: false, reason: 'http_status', status });
  });

  test.each([
    ['speaks something else than HTTP', 'SSH-2.0-Odd'],
    ['sends a header without end', `HTTP/1.1 200 OK\r\nx: ${'a'.repeat(100_000)}`],
    ['changes the protocol', 'HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: odd'],
    ['answers with a status that is none', 'HTTP/1.1 042 Odd\r\nContent-Length: 0'],
  ])('%s', async (_, answer) => {
    const { url } = await kept(
      openRawServer((socket) => void socket.once('data', () => socket.write(`${answer}\r\n\r\n`))),
    );
    expect(await fetcher()(url)).toEqual({ ok: false, reason: 'broken_answer' });
  });

  test('has no TLS where https was asked for', async () => {
    const { port } = await kept(openRawServer((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')));
    expect(await fetcher()(`https://127.0.0.1:${port}/`)).toEqual({ ok: false, reason: 'tls_failed' });
  });

  test('takes the connection and then says nothing about TLS', async () => {
    const { port } = await kept(openRawServer(() => {}));
    expect(await fetcher({ limits })(`https://127.0.0.1:${port}/`)).toEqual({ ok: false, reason: 'timed_out' });
  });

  test('is not there', async () => {
    const { url, close } = await openOddServer(() => {});
    await close();
    expect(await fetcher()(url)).toEqual({ ok: false, reason: 'connection_failed' });
  });
});
