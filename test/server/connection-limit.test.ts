import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { limitConnections } from '../../src/server/connections.ts';
import { call } from '../support/call.ts';
import { startServer } from '../support/server.ts';

/** How long to wait for what takes a moment where much else runs. */
const SOON = { timeout: 30_000 };

/** Opens connections one after the other; those that the server refuses are among them. */
const open = async (url: string, count: number): Promise<Socket[]> => {
  const { port, hostname } = new URL(url);
  const sockets: Socket[] = [];
  for (let at = 0; at < count; at += 1)
    sockets.push(
      await new Promise<Socket>((resolve) => {
        const socket = connect(Number(port), hostname, () => resolve(socket));
        socket.on('error', () => socket.destroy());
        socket.resume();
      }),
    );
  return sockets;
};

test('connections beyond the limit are refused, and a log line says so', async () => {
  const lines: Record<string, unknown>[] = [];
  const log = pino({}, { write: (line: string) => lines.push(JSON.parse(line) as Record<string, unknown>) });
  const server = createServer((_, response) => response.end('there'));
  limitConnections(server, log, { most: 5 });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const sockets = await open(url, 20);
  await expect.poll(() => sockets.filter(({ closed }) => closed).length, SOON).toBe(15);
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatchObject({ most: 5, msg: expect.stringContaining('connections refused') as string });
  expect(JSON.stringify(lines)).not.toContain('127.0.0.1');
  for (const socket of sockets) socket.destroy();
  await expect.poll(async () => (await fetch(url).catch(() => undefined))?.status, SOON).toBe(200);
  server.closeAllConnections();
  server.close();
});

test('a client that takes nothing of its answer loses its connection, and one that takes it slowly gets all of it', async () => {
  const answer = Buffer.alloc(64 * 1024 * 1024);
  const server = createServer((_, response) => response.end(answer));
  limitConnections(server, pino({ level: 'silent' }), { silentMs: 3_000 });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const ask = async (): Promise<Socket> => {
    const [socket] = await open(`http://127.0.0.1:${port}`, 1);
    return socket!.pause();
  };
  const [deaf, slow] = [await ask(), await ask()];
  let taken = 0;
  slow.on('data', ({ length }: Buffer) => {
    taken += length;
    slow.pause();
    setTimeout(() => slow.resume(), 2);
  });
  const ended = new Promise((resolve) => slow.once('close', resolve));
  for (const socket of [deaf, slow]) socket.write('GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');
  const openNow = () => new Promise<number>((resolve) => server.getConnections((_, count) => resolve(count)));
  slow.resume();
  await ended;
  expect(taken).toBeGreaterThan(answer.length);
  await expect.poll(openNow, SOON).toBe(0);
  deaf.destroy();
  server.close();
});

test('bodies that never end on all connections take less than 300 MB', async () => {
  const server = await startServer();
  onTestFinished(() => server.end());
  const [first, ...others] = await open(server.url, 1_400);
  await expect.poll(() => server.output(), SOON).toContain('connections refused');
  const body = `Content-Length: 65536\r\n\r\n${' '.repeat(65_535)}`;
  for (const socket of others)
    socket.write(`POST /api/intake HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n${body}`);
  // What came before this request is read when it is answered.
  await new Promise<void>((resolve) => {
    first!.once('data', () => resolve());
    first!.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n');
  });
  const memory = Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))![1]) / 1_024;
  expect(memory).toBeLessThan(300);
  for (const socket of [first!, ...others]) socket.destroy();
  await expect.poll(async () => (await call(`${server.url}/healthz`).catch(() => undefined))?.status, SOON).toBe(200);
});
