import type { IncomingMessage } from 'node:http';
import { describe, expect, test } from 'vitest';
import { card, fetcher, oddServers } from '../support/fetching.ts';

const { serve } = oddServers();

describe('a server that behaves', () => {
  test('gives the very bytes, the fields and the address they came from', async () => {
    const { url } = await serve((_, answer) =>
      answer.setHeader('content-type', 'Application/JSON; charset=utf-8').end(card),
    );
    const fetched = await fetcher()(`${url}/card.json`);
    expect(fetched).toMatchObject({
      ok: true,
      headers: { 'content-type': 'Application/JSON; charset=utf-8' },
      finalAddress: `${url}/card.json`,
    });
    expect(fetched.ok && Buffer.from(fetched.bytes).toString()).toBe(card);
  });

  test('learns who asks, and gets no cookies or credentials', async () => {
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

  test('may redirect; the fragment of an address is not sent', async () => {
    const { url, asked } = await serve((request, answer) =>
      request.url === '/old' ? answer.writeHead(301, { location: '/new#part' }).end() : answer.end(card),
    );
    expect(await fetcher()(`${url}/old#part`)).toMatchObject({ ok: true, finalAddress: `${url}/new` });
    expect(asked).toEqual(['/old', '/new']);
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

  test.each([[['192.168.0.10']], [['93.184.215.14', '10.0.0.1']]])(
    'a name that leads to a private address is not asked, whatever else it leads to: %j',
    async (addresses) => {
      const resolve = async () => addresses.map((address) => ({ address, family: 4 }));
      expect(await fetcher({ resolve })('http://example.org/')).toEqual({ ok: false, reason: 'address_refused' });
    },
  );

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
