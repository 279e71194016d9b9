import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { type Answer, call, post } from '../support/call.ts';
import { expectProblem } from '../support/problem.ts';
import { newFolder, type RunningServer, startServer } from '../support/server.ts';
import { expectStored } from '../support/stored-requests.ts';

const WRITERS = 3_000;
const REQUESTS_EACH = 1;
const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
/** Stands in every text of a request that the store did not take. */
const MARKER = 'marker-of-a-text-that-nobody-may-see';
const body = JSON.stringify({ from: MARKER, contact: MARKER, body: '\u{10348}'.repeat(2_000) });

const KEPT_FREE_BYTES = 64 * 1024;

/** A disk of 64 MB that can be made full and roomy again: a tmpfs where one may be mounted, otherwise a limit on the size of files. */
const openSmallDisk = async () => {
  const folder = await newFolder();
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=64m', 'full-disk', folder]).status === 0;
  const ballast = join(folder, 'ballast');
  const limit = (pid: number, bytes: string) => spawnSync('prlimit', ['--pid', String(pid), `--fsize=${bytes}:`]);
  return {
    folder,
    fill(pid: number): void {
      if (!mounted) return void limit(pid, '65536');
      const { bavail, bsize } = statfsSync(folder);
      writeFileSync(ballast, Buffer.alloc(Math.max(0, bavail * bsize - KEPT_FREE_BYTES)));
    },
    makeRoom(pid: number): void {
      if (mounted) rmSync(ballast, { force: true });
      else limit(pid, 'unlimited');
    },
    remove(): void {
      if (mounted) execFileSync('umount', ['-l', folder]);
    },
  };
};

interface Refusal {
  readonly status: number;
  readonly retryAfter: string | undefined;
}

/** Sends requests over one connection, each when the one before it is answered; undefined when the connection is refused. */
const write = (url: URL, count: number): Promise<Refusal[] | undefined> =>
  new Promise((resolve) => {
    const answers: Refusal[] = [];
    let received = '';
    const socket = connect(Number(url.port), url.hostname);
    const send = () =>
      socket.write(
        `POST /api/intake HTTP/1.1\r\nHost: ${url.host}\r\nContent-Type: application/json\r\nIdempotency-Key: ${crypto.randomUUID()}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
      );
    const end = () => {
      socket.destroy();
      resolve(answers.length === count ? answers : undefined);
    };
    socket.setEncoding('utf8');
    socket.on('connect', send);
    socket.on('data', (chunk: string) => {
      received += chunk;
      const [head, content] = received.split('\r\n\r\n') as [string, string | undefined];
      const length = Number(/content-length: (\d+)/i.exec(head)?.[1]);
      if (content === undefined || Buffer.byteLength(content) < length) return;
      received = '';
      answers.push({ status: Number(head.slice(9, 12)), retryAfter: /retry-after: (\d+)/i.exec(head)?.[1] });
      if (answers.length === count) end();
      else send();
    });
    socket.on('error', end);
    socket.on('close', end);
  });

const mostMemoryMb = ({ pid }: RunningServer): number =>
  Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1_024;

test('3,000 writers on a full disk are all told to come back, in less than 400 MB; nothing that was accepted is lost, no text is in the log, and the service goes on with room', async () => {
  const disk = await openSmallDisk();
  const store = `file:${join(disk.folder, 'store.db')}`;
  const server = await startServer({ DATABASE_URL: store, RATE_LIMIT_INTAKE: 'off' });
  const url = new URL(server.url);
  const send = () => post(`${server.url}/api/intake`, JSON.parse(body));
  const accepted: string[] = [];
  const fill = async (): Promise<Answer> => {
    disk.fill(server.pid);
    for (;;) {
      const answer = await send();
      if (answer.status !== 201) return answer;
      accepted.push(String(answer.json['id']));
    }
  };
  const statusOf = async (path: string) => (await call(server.url + path)).status;
  const isAccepting = async () => (await call(`${server.url}/api/intake/summary`)).json['accepting'];
  const comeUntilHeard = async (): Promise<Refusal[]> => {
    for (;;) {
      const answers = await write(url, REQUESTS_EACH);
      if (answers !== undefined) return answers;
      await pause(50);
    }
  };
  onTestFinished(async () => {
    await server.end();
    disk.remove();
  });
  accepted.push(String((await send()).json['id']));
  const refused = await fill();
  expectProblem(refused, 'storage_unavailable');
  expect([refused.headers.get('retry-after'), refused.text.includes(MARKER)]).toEqual(['5', false]);
  const answers = (await Promise.all(Array.from({ length: WRITERS }, comeUntilHeard))).flat();
  expect(answers).toHaveLength(WRITERS * REQUESTS_EACH);
  expect(answers.filter(({ status, retryAfter }) => status !== 503 || !(Number(retryAfter) > 0))).toEqual([]);
  expect(mostMemoryMb(server)).toBeLessThan(400);
  expect([await statusOf('/healthz'), await statusOf(`/api/intake/${accepted[0]!}`)]).toEqual([200, 200]);
  await expect.poll(() => statusOf('/readyz'), { timeout: 30_000 }).toBe(503);
  await expect.poll(isAccepting, { timeout: 30_000 }).toBe(false);

  disk.makeRoom(server.pid);
  await expect.poll(async () => (await send()).status, { timeout: 30_000 }).toBe(201);
  await expect.poll(() => statusOf('/readyz'), { timeout: 30_000 }).toBe(200);
  await expect.poll(isAccepting, { timeout: 30_000 }).toBe(true);
  await expectStored(store, accepted);
  expect(server.output()).not.toContain(MARKER);
  expect(server.output()).not.toMatch(/insert into|select /i);
});
