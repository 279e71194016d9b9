import { describe, expect, test } from 'vitest';
import { call, post } from '../support/call.ts';
import { serviceHere } from '../support/hosted-service.ts';
import { expectProblem } from '../support/problem.ts';
import { overTheWire } from '../support/wire.ts';

const server = await serviceHere();

/** Sends a request line and fields, and gives the status, the fields and the body of the answer. */
const ask = async (line: string, ...fields: string[]) => {
  const answer = await overTheWire(server.url, [line, ...fields, 'Connection: close', '', ''].join('\r\n'));
  const [head = '', ...body] = answer.split('\r\n\r\n');
  return { status: Number(head.split(' ')[1]), head, body: body.join('\r\n\r\n') };
};

const badHosts = {
  'no Host': [],
  'two Hosts': ['Host: localhost', 'Host: elsewhere.example'],
  'the same Host twice': ['Host: localhost', 'host: localhost'],
  'an empty Host': ['Host: '],
  'a Host with a user name': ['Host: user@elsewhere.example'],
  'a Host with a path': ['Host: localhost/intake'],
  'two Hosts in one field': ['Host: localhost, elsewhere.example'],
  'a Host whose port is no number': ['Host: localhost:http'],
};

describe.each(Object.entries(badHosts))('%s', (_, fields) => {
  test.each(['/', '/static/status.json', '/api/intake/summary', '/intake/0123456789abcdefghjkmnpq'])(
    'is refused at %s, and the connection ends',
    async (path) => {
      const { status, head, body } = await ask(`GET ${path} HTTP/1.1`, ...fields);
      expect(status).toBe(400);
      expect(head.toLowerCase()).toContain('connection: close');
      expect(JSON.parse(body)).toMatchObject({ code: 'invalid_request', errors: [{ in: 'header', name: 'Host' }] });
      expect(body).not.toContain('elsewhere');
    },
  );
});

test.each(['localhost', 'service.example:4321', '[::1]:4321', '127.0.0.1', 'my_service'])(
  'the Host %s is answered, and no address or redirect is built from it',
  async (host) => {
    for (const path of ['/api/intake/summary', '/static/status.json', '/intake', '/verify/']) {
      const { status, head, body } = await ask(`GET ${path} HTTP/1.1`, `Host: ${host}`);
      expect([200, 303, 308]).toContain(status);
      for (const name of ['service.example', 'my_service', '[::1]']) expect(head + body).not.toContain(name);
    }
  },
);

test('HTTP/1.0 needs no Host', async () => {
  expect((await ask('GET /healthz HTTP/1.0')).status).toBe(200);
});

test.each([
  '/healthz',
  '/api/intake/summary',
  '/static/status.json',
  '/intake',
  '/',
  '/agent-acceptance-anchor?hash=ab',
])('an absolute-form target is answered like its path %s', async (path) => {
  const plain = await ask(`GET ${path} HTTP/1.1`, 'Host: localhost');
  const absolute = await ask(`GET http://elsewhere.example:80${path} HTTP/1.1`, 'Host: localhost');
  expect(absolute.status).toBe(plain.status);
  expect(absolute.body.length).toBe(plain.body.length);
  expect(absolute.head + absolute.body).not.toContain('elsewhere');
});

test('an absolute-form target without a path is the home page', async () => {
  expect((await ask('GET http://localhost HTTP/1.1', 'Host: localhost')).body).toContain('<!DOCTYPE html>');
});

test('OPTIONS about the whole server is answered', async () => {
  const { status, head } = await ask('OPTIONS * HTTP/1.1', 'Host: localhost');
  expect([status, head]).toEqual([204, expect.stringMatching(/^Allow: /m)]);
});

test.each(['*', '/healthz#x', 'ftp://localhost/', 'http:///healthz', 'http://user@localhost/healthz', 'healthz'])(
  'the target %s is refused',
  async (target) => {
    expect((await ask(`GET ${target} HTTP/1.1`, 'Host: localhost')).status).toBe(400);
  },
);

test('what is no HTTP/1.1 is refused', async () => {
  expect((await ask('GET /healthz HTTP/2.0', 'Host: localhost')).status).toBe(400);
});

test('a refused target is in the log', async () => {
  await ask('GET /healthz HTTP/1.1', 'Host: a', 'Host: b');
  await expect.poll(() => server.output()).toMatch(/"route":"\(none\)","status":400/);
});

test.each([
  '/_image',
  '/_image?href=/favicon.svg&f=svg',
  '/%5Fimage',
  '/%255Fimage',
  '//_image',
  '/_server-islands',
  '/_server-islands/Card',
  '/%5Fserver-islands/Card',
  '/_astro/nothing.js',
  '/intake/%2e%2e/_image',
  '/receipts/../_image',
  '/receipts/a/.%2E/../_server-islands/Card',
])('nothing of Astro is at %s: the 404 page answers', async (path) => {
  for (const method of ['GET', 'POST']) {
    const { status, body } = await ask(`${method} ${path} HTTP/1.1`, 'Host: localhost', 'Content-Length: 0');
    expect(status).toBe(404);
    expect(body).toContain('<!DOCTYPE html>');
  }
});

test.each(['/api/_image', '/api/x/../../find', '/static/%2e%2e/find?q=a2a', '/api/%69ntake/summary'])(
  'below an address for programs, where %s is, the refusal is a problem document',
  async (path) => {
    const { status, body } = await ask(`GET ${path} HTTP/1.1`, 'Host: localhost');
    expect([status, (JSON.parse(body) as { code: string }).code]).toEqual([404, 'not_found']);
  },
);

test('a request has one address: with dot segments it is another, where nothing is', async () => {
  for (const path of ['/x/%2e%2e/api/intake/summary', '/x/../find', '/./status', '/intake/../api-reference'])
    expect([path, (await ask(`GET ${path} HTTP/1.1`, 'Host: localhost')).status]).toEqual([path, 404]);
});

test('a body in a transfer coding that nobody undoes is refused', async () => {
  const { status, body } = await ask(
    'POST /api/intake HTTP/1.1',
    'Host: localhost',
    'Transfer-Encoding: gzip, chunked',
  );
  expect([status, body.includes('Transfer-Encoding')]).toEqual([400, true]);
});

test.each([
  '/intake.html',
  '/intake/index.html',
  '/agent-acceptance-anchor%2ehtml',
  '/receipts/x.html/',
  '/intake.html//',
])('a page has one address, and nothing is at %s', async (path) => {
  expect((await call(server.url + path)).status).toBe(404);
});

test.each(['/api/intake.html', '/api/intake%2Ehtm%6c', '/api/snapshot/index.html'])(
  'an operation has one address, and nothing is stored at %s',
  async (path) => {
    expectProblem(await post(server.url + path, { body: 'Is this the intake?' }), 'not_found');
  },
);
