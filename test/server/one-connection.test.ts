import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { expect, inject, test } from 'vitest';
import { startServer } from '../support/server.ts';
import { overTheWire } from '../support/wire.ts';

test('a request that asks for another protocol is answered, and says that the connection ends, so that none after it waits', async () => {
  const asks =
    'GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk\r\n\r\n';
  const answer = await overTheWire(inject('site'), `${asks}GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n`);
  expect(answer.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200']);
  expect(answer).toMatch(/\r\nConnection: close\r\n/);
});

const snapshot = 'GET /api/snapshot HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: br\r\n\r\n';

test('a thousand requests in one packet are answered one after the other, the first 101 of them', async () => {
  const server = await startServer();
  try {
    const { port, hostname } = new URL(server.url);
    // These read nothing.
    const deaf = [1, 2, 3].map(() => {
      const socket = connect(Number(port), hostname).pause();
      socket.write(snapshot.repeat(800));
      return socket;
    });
    const answer = await overTheWire(
      server.url,
      `GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n${snapshot.repeat(800)}`,
    );
    expect(answer).toMatch(/^HTTP\/1\.1 200 OK[^]*?service\.health\.v1/);
    expect(answer.match(/HTTP\/1\.1 200 OK\r\n/g)).toHaveLength(101);
    expect(answer.match(/\r\nConnection: close\r\n/g)).toHaveLength(1);
    const memory = Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))![1]) / 1_024;
    expect(memory).toBeLessThan(300);
    for (const socket of deaf) socket.destroy();
  } finally {
    await server.end();
  }
});
