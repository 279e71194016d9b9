import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemPicturePath } from '../../src/components/graphics/picture-size.ts';
import { call } from '../support/call.ts';
import { type RunningServer, startServer } from '../support/server.ts';

let server: RunningServer;
let ids: string[];
beforeAll(async () => {
  server = await startServer();
  const { entries } = (await call(`${server.url}/static/agent-accountability-map.json`)).json as {
    entries: { id: string }[];
  };
  ids = entries.map(({ id }) => id);
});
afterAll(() => server.end());

/** A connection on which the service has answered once. */
const connected = async (): Promise<Socket> => {
  const { port, hostname } = new URL(server.url);
  const socket = connect(Number(port), hostname);
  socket.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n');
  await once(socket, 'data');
  return socket;
};

/** Asks on a connection that is there while the process may open no file. */
const askWithoutFiles = async (path: string): Promise<string> => {
  const allow = (most: number) => execFileSync('prlimit', ['--pid', String(server.pid), `--nofile=${most}:`]);
  const socket = await connected();
  allow(0);
  try {
    socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
    return await text(socket);
  } finally {
    allow(1_024);
  }
};

const REFUSED = /^HTTP\/1\.1 500 [^]*application\/problem\+json[^]*"code":"internal"/;

test('while too many files are open, pages are made, and a picture that cannot be loaded is refused and made the next time', async () => {
  // The first page waits until all of them are loaded.
  await call(`${server.url}/intake`);
  expect(await askWithoutFiles('/agent-accountability-map/compare')).toMatch(/^HTTP\/1\.1 200 [^]*text\/html[^]*<h1/);

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
  const drawn = ids.slice(1, 61);
  const sockets = await Promise.all([...drawn, 'health'].map(connected));
  const health = sockets.pop()!;
  let left = drawn.length;
  const pictures = sockets.map(async (socket, at) => {
    socket.write(`GET ${systemPicturePath(drawn[at]!)} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 200 OK/);
    left -= 1;
  });
  await Promise.race(sockets.map((socket) => once(socket, 'data')));
  health.end('GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');
  expect(await text(health)).toMatch(/^HTTP\/1\.1 200 OK/);
  expect(left).toBeGreaterThan(drawn.length / 2);
  await Promise.all(pictures);
});
