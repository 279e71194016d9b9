import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemPicturePath } from '../../src/components/graphics/picture-size.ts';
import { call } from '../support/call.ts';
import { type RunningServer, startServer } from '../support/server.ts';
import { overTheWire } from '../support/wire.ts';

let server: RunningServer;
let ids: string[];
beforeAll(async () => {
  server = await startServer();
  const { entries } = (await call(`${server.url}/static/agent-accountability-map.json`)).json as {
    entries: { id: string }[];
  };
  ids = entries.map(({ id }) => id);
});
afterAll(() => server.stop());

/** Asks on a connection that is there while the process may open no file. */
const askWithoutFiles = async (path: string): Promise<string> => {
  const allow = (most: number) => execFileSync('prlimit', ['--pid', String(server.pid), `--nofile=${most}:`]);
  const { port, hostname } = new URL(server.url);
  const socket = connect(Number(port), hostname);
  socket.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n');
  await once(socket, 'data');
  allow(0);
  try {
    socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
    return await text(socket);
  } finally {
    allow(1_024);
  }
};

const REFUSED = /^HTTP\/1\.1 500 [^]*application\/problem\+json[^]*"code":"internal"/;

test('a page or a picture that could not be loaded because too many files were open is refused, and made the next time', async () => {
  const page = '/intake/0123456789abcdefghjkmnpq';
  expect(await askWithoutFiles(page)).toMatch(REFUSED);
  expect((await call(server.url + page)).headers.get('content-type')).toMatch(/^text\/html/);

  const picture = systemPicturePath(ids[0]!);
  await call(server.url + systemPicturePath('nothing'));
  expect(await askWithoutFiles(picture)).toMatch(REFUSED);
  expect((await call(server.url + picture)).status).toBe(200);
});

test('an address that cannot be decoded leaves no failure in the log', async () => {
  for (const path of [systemPicturePath('%ff'), '/intake/%e9%', '/intake/%25ff'])
    expect((await call(server.url + path)).status).toBe(404);
  expect(server.output()).not.toMatch(/URL encoding|Malformed/);
});

test('other requests are answered while pictures that were asked for together are drawn', async () => {
  const lines = ids.slice(1, 60).map((id) => `GET ${systemPicturePath(id)} HTTP/1.1\r\nHost: localhost\r\n`);
  const done: string[] = [];
  const pictures = overTheWire(server.url, `${lines.join('\r\n')}Connection: close\r\n\r\n`).then((answer) => {
    done.push('pictures');
    return answer;
  });
  await overTheWire(server.url, 'GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n').then(() =>
    done.push('health'),
  );
  expect((await pictures).match(/HTTP\/1\.1 200 OK/g)).toHaveLength(lines.length);
  expect(done).toEqual(['health', 'pictures']);
});
