import type { IncomingMessage, RequestListener } from 'node:http';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, test } from 'vitest';
import { documentFetcher, type FetchLimits, type FetchSettings } from '../../src/observing/fetch-document.ts';
import { hostTurns } from '../../src/observing/host-turns.ts';
import { type OddServer, openOddServer, openRawServer } from '../support/odd-server.ts';

const limits: FetchLimits = { connectMs: 400, wholeMs: 600, mostBytes: 10_000, mostRedirects: 3 };
const patient: FetchLimits = { ...limits, connectMs: 20_000, wholeMs: 20_000 };

const servers: OddServer[] = [];
afterEach(() => Promise.all(servers.splice(0).map((server) => server.close())));

const kept = async (opening: Promise<OddServer>): Promise<OddServer> => {
  const server = await opening;
  servers.push(server);
  return server;
};
const serve = (answer: RequestListener) => kept(openOddServer(answer));

const fetcher = (more: Partial<FetchSettings> = {}) =>
  documentFetcher({
    userAgent: 'Test (+https://example.org)',
    allowed: 'public_or_loopback',
    limits: patient,
    turns: hostTurns(0),
    ...more,
  });

const card = '{"name":"A card"}';

describe('a server that behaves', () => {
  test('gives the very bytes, their media type and the address they came from', async () => {
    const { url } = await serve((_, answer) =>
      answer.setHeader('content-type', 'Application/JSON; charset=utf-8').end(card),
    );
    const fetched = await fetcher()(`${url}/card.json`);
    expect(fetched).toMatchObject({ ok: true, mediaType: 'application/json', finalAddress: `${url}/card.json` });
    expect(fetched.ok && Buffer.from(fetched.bytes).toString()).toBe(card);
  });

  test('is told who asks, and gets no cookies or credentials', async () => {
    let seen: IncomingMessage['headers'] = {};
    const { url } = await serve((request, answer) => {
      seen = request.headers;
      answer.end(card);
    });
    await fetcher()(url);
    expect(Object.keys(seen).toSorted()).toEqual(['accept', 'accept-encoding', 'connection', 'host', 'user-agent']);
    expect(seen['user-agent']).toBe('Test (+https://example.org)');
    expect(seen['accept-encoding']).toBe('identity');
  });

  test('may pack its answer all the same: the document is what was packed', async () => {
    const { url } = await serve((_, answer) => answer.setHeader('content-encoding', 'gzip').end(gzipSync(card)));
    const fetched = await fetcher()(url);
    expect(fetched.ok && Buffer.from(fetched.bytes).toString()).toBe(card);
  });

  test('may redirect; the fragment of an address is nobody’s business', async () => {
    const { url, asked } = await serve((request, answer) =>
      request.url === '/old' ? answer.writeHead(301, { location: '/new#part' }).end() : answer.end(card),
    );
    expect(await fetcher()(`${url}/old#part`)).toMatchObject({ ok: true, finalAddress: `${url}/new` });
    expect(asked).toEqual(['/old', '/new']);
  });
});

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
      'packs a bomb',
      'too_large',
      (_, answer) => void answer.setHeader('content-encoding', 'gzip').end(gzipSync(Buffer.alloc(5_000_000))),
    ],
    [
      'packs half a document',
      'encoding_unusable',
      (_, answer) => void answer.setHeader('content-encoding', 'gzip').end(gzipSync(card.repeat(50)).subarray(0, 20)),
    ],
    [
      'packs in a way nobody knows',
      'encoding_unusable',
      (_, answer) => void answer.setHeader('content-encoding', 'rot13').end(card),
    ],
    [
      'sends half an answer',
      'incomplete',
      (_, answer) => {
        answer.writeHead(200, { 'content-length': '100' });
        answer.write(card, () => answer.destroy());
      },
    ],
    [
      'cuts a chunked answer',
      'incomplete',
      (_, answer) => {
        answer.write(card, () => answer.destroy());
      },
    ],
    ['cuts the connection', 'connection_failed', (_, answer) => void answer.destroy()],
    ['redirects nowhere', 'broken_redirect', (_, answer) => void answer.writeHead(302).end()],
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
    ['redirects to itself', 'redirect_loop', (_, answer) => void answer.writeHead(302, { location: '/' }).end()],
    [
      'redirects without end',
      'too_many_redirects',
      (request, answer) => void answer.writeHead(307, { location: `${request.url}x` }).end(),
    ],
    [
      'redirects to a private address',
      'address_refused',
      (_, answer) => void answer.writeHead(302, { location: 'http://10.0.0.1/' }).end(),
    ],
    [
      'redirects to the metadata of a cloud',
      'address_refused',
      (_, answer) => void answer.writeHead(302, { location: 'http://169.254.169.254/latest/' }).end(),
    ],
    [
      'redirects to a private address as one number',
      'address_refused',
      (_, answer) => void answer.writeHead(302, { location: 'http://167772161/' }).end(),
    ],
  ])('%s: %s', async (_, reason, answer) => {
    const { url } = await serve(answer);
    expect(await fetcher()(url)).toMatchObject({ ok: false, reason });
  });

  test.each([404, 410, 401, 402, 429, 500, 503, 204, 206])('answers with status %i', async (status) => {
    const { url } = await serve((_, answer) => answer.writeHead(status).end());
    expect(await fetcher()(url)).toEqual({ ok: false, reason: 'http_status', status });
  });

  test('speaks something else than HTTP', async () => {
    const { url } = await kept(openRawServer((socket) => socket.end('SSH-2.0-Odd\r\n\r\n')));
    expect(await fetcher()(url)).toEqual({ ok: false, reason: 'protocol_error' });
  });

  test('sends a header without end', async () => {
    const { url } = await kept(
      openRawServer((socket) => socket.write(`HTTP/1.1 200 OK\r\nx: ${'a'.repeat(100_000)}\r\n\r\n`)),
    );
    expect(await fetcher()(url)).toEqual({ ok: false, reason: 'protocol_error' });
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
    expect(await fetcher()(url)).toEqual({ ok: false, reason: 'connection_refused' });
  });
});

describe('names and addresses', () => {
  test('a name that does not exist', async () => {
    expect(await fetcher()('http://no-such-host.invalid/')).toEqual({ ok: false, reason: 'dns_failed' });
  });

  test.each([
    'http://127.0.0.1:PORT/',
    'http://2130706433:PORT/',
    'http://0177.0.0.1:PORT/',
    'http://0x7f.1:PORT/',
    'http://127.1:PORT/',
    'http://[::ffff:127.0.0.1]:PORT/',
    'http://[::1]:PORT/',
    'http://0.0.0.0:PORT/',
    'http://localhost:PORT/',
  ])('this machine is not asked unless that is allowed: %s', async (address) => {
    const server = await serve((_, answer) => answer.end(card));
    const fetched = await fetcher({ allowed: 'public' })(address.replace('PORT', String(server.port)));
    expect(fetched).toEqual({ ok: false, reason: 'address_refused' });
    expect(server.asked).toEqual([]);
  });

  test('a name that leads to a private address is not asked', async () => {
    const resolve = async () => [{ address: '192.168.0.10', family: 4 }];
    expect(await fetcher({ resolve })('http://example.org/')).toEqual({ ok: false, reason: 'address_refused' });
  });

  test('a name with a public and a private address is not asked', async () => {
    const resolve = async () => [
      { address: '93.184.215.14', family: 4 },
      { address: '10.0.0.1', family: 4 },
    ];
    expect(await fetcher({ resolve })('http://example.org/')).toEqual({ ok: false, reason: 'address_refused' });
  });

  test('the name is looked up once for a request, so that a second answer cannot lead elsewhere', async () => {
    const server = await serve((_, answer) => answer.end(card));
    const answers = ['127.0.0.1', '10.0.0.1'];
    const resolve = async () => [{ address: answers.shift()!, family: 4 }];
    const fetched = await fetcher({ resolve })(`http://rebinding.example:${server.port}/`);
    expect(fetched.ok).toBe(true);
    expect(answers).toEqual(['10.0.0.1']);
  });

  test('each redirect is looked up and judged anew', async () => {
    const server = await serve((_, answer) =>
      answer.writeHead(302, { location: `http://second.example:${server.port}/` }).end(),
    );
    const resolve = async (host: string) => [
      { address: host.startsWith('second') ? '10.0.0.1' : '127.0.0.1', family: 4 },
    ];
    const fetched = await fetcher({ resolve })(`http://first.example:${server.port}/`);
    expect(fetched).toEqual({ ok: false, reason: 'address_refused' });
    expect(server.asked).toHaveLength(1);
  });

  test.each(['ftp://example.org/', 'file:///etc/passwd', 'data:,x', 'http://user:secret@example.org/', 'no address'])(
    'only http and https without a user name: %s',
    async (address) => {
      expect(await fetcher()(address)).toEqual({ ok: false, reason: 'scheme_refused' });
    },
  );
});

test('a host is asked one thing at a time, others meanwhile', async () => {
  let open = 0;
  let most = 0;
  const waiting: (() => void)[] = [];
  const server = await serve((_, answer) => {
    open += 1;
    most = Math.max(most, open);
    setImmediate(() => {
      open -= 1;
      answer.end(card);
    });
  });
  const slow = await serve((_, answer) => void waiting.push(() => answer.end(card)));
  const fetch = fetcher({ resolve: async () => [{ address: '127.0.0.1', family: 4 }] });
  const other = fetch(`http://slow.example:${slow.port}/`);
  const same = await Promise.all(
    Array.from({ length: 5 }, (_, at) => fetch(`http://one.example:${server.port}/${at}`)),
  );
  expect(same.every(({ ok }) => ok)).toBe(true);
  expect(most).toBe(1);
  expect(waiting).toHaveLength(1);
  waiting[0]!();
  expect((await other).ok).toBe(true);
});
