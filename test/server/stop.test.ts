import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import pg from 'pg';
import { describe, expect, test } from 'vitest';
import { call, post } from '../support/call.ts';
import { expectProblem } from '../support/problem.ts';
import { newStore, startServer } from '../support/server.ts';
import { sharedPostgres } from '../support/shared-postgres.ts';
import { storedIds } from '../support/stored-requests.ts';
import { openTcpProxy } from '../support/tcp-proxy.ts';

interface KeptAnswer {
  readonly connection: string | undefined;
  readonly keptFor: string | undefined;
  readonly status: number;
  readonly id: string;
}

/** Posts on a kept connection. @throws the code of what broke it @param connected is called when a connection is made */
const postOn = (agent: Agent, url: string, body: string, connected = () => {}): Promise<KeptAnswer> =>
  new Promise((resolve, reject) => {
    const sent = request(`${url}/api/intake`, {
      agent,
      method: 'POST',
      headers: { 'content-type': 'application/json' },
    });
    sent.once('error', reject);
    sent.once('socket', (socket) => socket.connecting && socket.once('connect', connected));
    sent.once('response', (answer: IncomingMessage) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      answer.once('error', reject);
      answer.once('end', () =>
        resolve({
          connection: answer.headers.connection,
          keptFor: answer.headers['keep-alive'] as string | undefined,
          status: answer.statusCode!,
          id: String((JSON.parse(text) as { id?: string }).id),
        }),
      );
    });
    sent.end(JSON.stringify({ body }));
  });

describe('a service that is stopped while hundreds of connections are busy, and not all are taken yet', () => {
  const CLIENTS = 400;
  // Too long a text, which is refused at once: many of them keep each turn of the loop of the service busy.
  const refused = 'ä'.repeat(8_000);
  test('answers each of them to its end and tells it to close, resets none, and stores nothing that it does not answer', async () => {
    const store = await newStore();
    const server = await startServer({ DATABASE_URL: store });
    const stored: string[] = [];
    let answers = 0;
    const last: KeptAnswer[] = [];
    const broken: string[] = [];
    let connections = 0;
    const client = async (text: string): Promise<void> => {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      for (;;) {
        try {
          const answer = await postOn(agent, server.url, text, () => connections++);
          answers += 1;
          if (answer.status === 201) stored.push(answer.id);
          if (answer.connection !== 'close') continue;
          last.push(answer);
          return;
        } catch (failure) {
          broken.push((failure as NodeJS.ErrnoException).code!);
          agent.destroy();
          return;
        }
      }
    };
    const busy = Array.from({ length: CLIENTS / 2 }, () => client(refused));
    await expect.poll(() => answers, { timeout: 30_000, interval: 5 }).toBeGreaterThan(20);
    const late = Array.from({ length: CLIENTS / 2 }, () => client('A message that is stored'));
    await expect.poll(() => connections, { timeout: 30_000, interval: 1 }).toBe(CLIENTS);
    expect(last).toEqual([]);
    expect(await server.stop()).toBe(0);
    await Promise.all([...busy, ...late]);
    expect(broken).toEqual([]);
    await expect(postOn(new Agent(), server.url, 'Too late')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    expect(last.map(({ status }) => status).toSorted()).toEqual([
      ...Array<number>(CLIENTS / 2).fill(201),
      ...Array<number>(CLIENTS / 2).fill(400),
    ]);
    expect((await storedIds(store)).toSorted()).toEqual(stored.toSorted());
  });
});

test('a request that arrives within the time for which its connection was promised to be kept is answered by a service that stops', async () => {
  const server = await startServer();
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const first = await postOn(agent, server.url, 'Before the stop');
  expect([first.connection, first.keptFor]).toEqual(['keep-alive', 'timeout=5']);
  const ended = server.stop();
  // The client itself gives a connection up after four seconds, and a busy machine needs some of them.
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  expect(await postOn(agent, server.url, 'From a client that was busy')).toMatchObject({
    status: 201,
    connection: 'close',
  });
  expect(await ended).toBe(0);
});

test('a service that is told to stop as soon as it says where it listens stops in order', async () => {
  const stopped = Array.from({ length: 3 }, async () => {
    const server = await startServer();
    return { code: await server.stop(), inOrder: server.output().includes('"stopped"') };
  });
  expect(await Promise.all(stopped)).toEqual(Array(3).fill({ code: 0, inOrder: true }));
});

test.concurrent(
  'a service that is told to stop a second and a third time still answers what is under way',
  async ({ expect }) => {
    const store = await newStore();
    const server = await startServer({ DATABASE_URL: store });
    const body = JSON.stringify({ body: 'Half before the signals, half after them' });
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
    // A connection that says nothing keeps nobody waiting.
    const silent = connect(Number(new URL(server.url).port), '127.0.0.1');
    await Promise.all([once(socket, 'connect'), once(silent, 'connect')]);
    let answer = '';
    socket.setEncoding('utf8').on('data', (bytes: string) => (answer += bytes));
    socket.write(
      `POST /api/intake HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body.slice(0, 20)}`,
    );
    await post(`${server.url}/api/intake`, { body: 'So that the other one has arrived' });
    const ended = server.stop();
    await expect.poll(() => server.output(), { timeout: 10_000 }).toContain('stopping');
    process.kill(server.pid, 'SIGTERM');
    process.kill(server.pid, 'SIGINT');
    await new Promise((resolve) => setTimeout(resolve, 300));
    socket.write(body.slice(20));
    expect(await ended).toBe(0);
    expect(answer).toMatch(/^HTTP\/1\.1 201 /);
    expect(answer).toMatch(/\r\nConnection: close\r\n/i);
    silent.destroy();
    expect(await storedIds(store)).toHaveLength(2);
  },
);

describe.concurrent('a PostgreSQL that goes silent', () => {
  const postgres = sharedPostgres();
  const startBehindProxy = async (database: string) => {
    const address = new URL(database);
    const proxy = await openTcpProxy(Number(address.port));
    address.port = String(proxy.port);
    return { proxy, server: await startServer({ DATABASE_URL: address.href }) };
  };

  test('is answered with 503, says when a commit may have happened, and does not hold up the stop', async ({
    expect,
  }) => {
    const database = await postgres.newDatabase();
    const { server, proxy } = await startBehindProxy(database);
    const send = (body: string, headers = {}) => post(`${server.url}/api/intake`, { body }, headers);
    try {
      expect((await send('Before')).status).toBe(201);
      proxy.set('lose-answers');
      const lost = send('It is stored, and nobody knows');
      const direct = new pg.Client({ connectionString: database });
      await direct.connect();
      const rows = async () => (await direct.query('SELECT 1 FROM intake')).rowCount;
      await expect.poll(rows, { timeout: 20_000 }).toBe(2);
      await direct.end();
      proxy.breakConnections();
      const unknown = await lost;
      expectProblem(unknown, 'storage_unavailable');
      expect(unknown.json).toMatchObject({ outcome: 'unknown' });
      expect(unknown.json['detail']).toContain('it is not known whether');

      proxy.set('pass');
      const key = { 'idempotency-key': 'repeated' };
      await expect.poll(async () => (await send('With a key', key)).status, { timeout: 20_000 }).toBe(201);
      expect((await send('With a key', key)).status).toBe(201);
      const total = async () =>
        ((await (await fetch(`${server.url}/api/intake/summary`)).json()) as { total: number }).total;
      expect(await total()).toBe(3);

      proxy.set('hold');
      const waiting = Promise.all(Array.from({ length: 20 }, (_, at) => send(`While it is silent ${at}`)));
      // Its connection was opened after the others, so they have been accepted.
      await call(`${server.url}/healthz`);
      const code = server.stop();
      for (const answer of await waiting) expectProblem(answer, 'storage_unavailable');
      expect(await code).toBe(0);
    } finally {
      await proxy.close();
    }
  });

  test('is answered before the deadline of the stop, which cuts off only the request that never ends', async () => {
    const { server, proxy } = await startBehindProxy(await postgres.newDatabase());
    const happened: string[] = [];
    const endless = connect(Number(new URL(server.url).port), '127.0.0.1');
    try {
      endless.on('error', () => undefined);
      endless.on('close', () => happened.push('cut off'));
      endless.write(
        'POST /api/intake HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{',
      );
      expect((await post(`${server.url}/api/intake`, { body: 'So that the other one has arrived' })).status).toBe(201);
      proxy.set('hold');
      // One commit fails after five seconds of silence. Two, one after the other, come near the deadline on a busy machine.
      const waiting = post(`${server.url}/api/intake`, { body: 'While it is silent' });
      void waiting.then(() => happened.push('answered'));
      await call(`${server.url}/healthz`);
      const code = await server.stop();
      happened.push('ended');
      expectProblem(await waiting, 'storage_unavailable');
      expect({ code, happened }).toEqual({ code: 1, happened: ['answered', 'cut off', 'ended'] });
      const lines = server.output().trim().split('\n');
      const last = lines.find((line) => line.includes('the deadline passed'));
      expect(JSON.parse(last ?? '{}')).toMatchObject({ answered: false, store_closed: true });
    } finally {
      endless.destroy();
      await proxy.close();
    }
  });
});
