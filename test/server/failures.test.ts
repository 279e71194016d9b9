import { spawn, spawnSync } from 'node:child_process';
import { cp, mkdir, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import sqlite3 from 'sqlite3';
import { describe, expect, test } from 'vitest';
import { type Answer, call, post } from '../support/call.ts';
import { expectProblem } from '../support/problem.ts';
import { newFolder, newStore, type RunningServer, runToEnd, startServer } from '../support/server.ts';

const root = join(import.meta.dirname, '../..');

/** Reads a store directly with SQLite. */
const query = <Row>(file: string, sql: string): Promise<Row[]> =>
  new Promise((resolve, reject) => {
    const db = new sqlite3.Database(file);
    db.all<Row>(sql, (error, rows) => {
      db.close();
      if (error) reject(error);
      else resolve(rows);
    });
  });

const fileOf = (store: string): string => store.replace('file:', '');

/** Posts from many clients until stopped; returns the id of every 201. */
const burst = (server: RunningServer, clients: number) => {
  const seen: string[] = [];
  let going = true;
  const client = async (number: number): Promise<void> => {
    for (let count = 0; going; count++) {
      const answer = await post(`${server.url}/api/intake`, { body: `Message ${count} of client ${number}` }).catch(
        () => undefined,
      );
      if (answer?.status === 201) seen.push(String(answer.json['id']));
      if (!answer) return;
    }
  };
  const done = Promise.all(Array.from({ length: clients }, (_, number) => client(number)));
  return {
    seen,
    stop: () => {
      going = false;
      return done;
    },
  };
};

const expectStored = async (store: string, ids: readonly string[]): Promise<void> => {
  expect(await query(fileOf(store), 'PRAGMA integrity_check')).toEqual([{ integrity_check: 'ok' }]);
  const stored = new Set((await query<{ id: string }>(fileOf(store), 'SELECT id FROM intake')).map(({ id }) => id));
  expect(ids.filter((id) => !stored.has(id))).toEqual([]);
};

describe('a service that is killed with kill -9 in the middle of a burst', () => {
  test('has every request that was answered with 201, in a database that is intact, and goes on', async () => {
    const store = await newStore();
    for (let round = 0; round < 3; round++) {
      const server = await startServer({ DATABASE_URL: store });
      const posts = burst(server, 24);
      await expect.poll(() => posts.seen.length, { timeout: 30_000 }).toBeGreaterThan(200);
      await server.stop('SIGKILL');
      await posts.stop();
      await expectStored(store, posts.seen);
    }
    const server = await startServer({ DATABASE_URL: store });
    expect((await post(`${server.url}/api/intake`, { body: 'After the crash' })).status).toBe(201);
    await server.stop();
  });
});

describe('a service that is asked to stop in the middle of a burst', () => {
  test.each(['SIGTERM', 'SIGINT'] as const)(
    'by %s answers what is under way, loses nothing and ends with 0',
    async (signal) => {
      const store = await newStore();
      const server = await startServer({ DATABASE_URL: store });
      const answers: Promise<Answer | undefined>[] = [];
      for (let count = 0; count < 100; count++) {
        answers.push(post(`${server.url}/api/intake`, { body: `Message ${count}` }).catch(() => undefined));
      }
      await answers[0];
      const code = await server.stop(signal);
      const accepted = (await Promise.all(answers)).filter((answer) => answer?.status === 201);
      expect(code).toBe(0);
      expect(accepted.length).toBeGreaterThan(0);
      await expectStored(
        store,
        accepted.map((answer) => String(answer!.json['id'])),
      );
      expect(server.output()).toContain('"msg":"stopped"');
    },
  );
});

describe('a disk that takes no more bytes', () => {
  test('is answered with 503, loses nothing, and the service goes on when there is room again', async () => {
    const store = await newStore();
    // 800 blocks of 512 bytes: the store cannot grow past 400 KiB.
    const child = spawn('sh', ['-c', `ulimit -S -f 800; exec "$0" src/server/main.ts`, process.execPath], {
      cwd: root,
      env: { PATH: process.env['PATH'], PORT: '0', RATE_LIMIT_INTAKE: 'off', DATABASE_URL: store },
    });
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
    await expect.poll(() => output, { timeout: 30_000 }).toContain('listening on');
    const url = /listening on (http:\/\/[^"]+)/.exec(output)![1]!;
    const send = () => post(`${url}/api/intake`, { body: 'x'.repeat(4000) });
    try {
      const accepted: string[] = [];
      let refused: Answer | undefined;
      for (let count = 0; count < 500 && !refused; count++) {
        const answer = await send();
        if (answer.status === 201) accepted.push(String(answer.json['id']));
        else refused = answer;
      }
      expectProblem(refused!, 'storage_unavailable');
      expect(refused!.headers.get('retry-after')).toBe('5');
      expect((await call(`${url}/healthz`)).status).toBe(200);
      expect((await call(`${url}/api/intake/${accepted[0]!}`)).status).toBe(200);

      spawnSync('prlimit', ['--pid', String(child.pid), '--fsize=unlimited']);
      await expect.poll(async () => (await send()).status, { timeout: 20_000 }).toBe(201);
      expect((await call(`${url}/readyz`)).status).toBe(200);
      await expectStored(store, accepted);
    } finally {
      child.kill('SIGTERM');
      await new Promise((resolve) => child.once('close', resolve));
    }
  });
});

describe('a store that somebody else has locked', () => {
  test('is answered with 503 after the busy time, and the request can be sent again', async () => {
    const store = await newStore();
    const server = await startServer({ DATABASE_URL: store });
    const other = new sqlite3.Database(fileOf(store));
    const exec = (sql: string) =>
      new Promise<void>((resolve, reject) => other.exec(sql, (error) => (error ? reject(error) : resolve())));
    try {
      await exec('BEGIN IMMEDIATE');
      expectProblem(await post(`${server.url}/api/intake`, { body: 'While it is locked' }), 'storage_unavailable');
      expectProblem(await call(`${server.url}/readyz`), 'storage_unavailable');
      expect((await call(`${server.url}/healthz`)).status).toBe(200);
      await exec('ROLLBACK');
      expect((await post(`${server.url}/api/intake`, { body: 'Afterwards' })).status).toBe(201);
    } finally {
      other.close();
      await server.stop();
    }
  });
});

describe('a start that cannot work', () => {
  const fails = async (settings: Record<string, string>, expected: RegExp): Promise<void> => {
    const { code, stderr } = await runToEnd('server/main.ts', [], settings);
    expect(stderr).toMatch(expected);
    expect(stderr).not.toMatch(/\n\s+at /);
    expect(code).toBe(1);
  };

  test('because the port is in use says so', async () => {
    const holder = createServer();
    await new Promise<void>((resolve) => holder.listen(0, '127.0.0.1', resolve));
    const { port } = holder.address() as { port: number };
    await fails(
      { PORT: String(port), DATABASE_URL: await newStore() },
      new RegExp(`port ${port} on 127\\.0\\.0\\.1 is in use.*PORT`),
    );
    holder.close();
  });

  test('because the store cannot be made names the setting and the path', async () => {
    await fails({ DATABASE_URL: 'file:/dev/null/service.db' }, /DATABASE_URL, \/dev\/null\/service\.db/);
  });

  test('because the store is not a database says so', async () => {
    const file = join(await newFolder(), 'service.db');
    await writeFile(file, 'This is a letter and not a database, but it is quite long. '.repeat(100));
    await fails({ DATABASE_URL: `file:${file}` }, /DATABASE_URL.*not a database/);
  });

  test('because several settings are wrong names every one', async () => {
    await fails(
      { PORT: '70000', LOG_LEVEL: 'loud', RATE_LIMIT_INTAKE: 'often' },
      /3 setting\(s\)[\s\S]*PORT[\s\S]*RATE_LIMIT_INTAKE[\s\S]*LOG_LEVEL/,
    );
  });

  test('because a dataset is broken shows the report with file and line, and publishes nothing', async () => {
    const copy = await newFolder();
    for (const part of [
      'src',
      'datasets',
      'public',
      'SPEC.md',
      'astro.config.mjs',
      'package.json',
      'package-lock.json',
      'tsconfig.json',
    ]) {
      await cp(join(root, part), join(copy, part), { recursive: true });
    }
    await symlink(join(root, 'node_modules'), join(copy, 'node_modules'));
    await mkdir(join(copy, 'datasets/verified-agent-observatory'), { recursive: true });
    await writeFile(join(copy, 'datasets/verified-agent-observatory/broken-one.yaml'), 'id: another-name\nname: [\n');
    const { status, stderr } = spawnSync(process.execPath, ['src/server/main.ts'], {
      cwd: copy,
      encoding: 'utf8',
      env: { PATH: process.env['PATH'], PORT: '0', DATABASE_URL: `file:${join(copy, 'service.db')}` },
    });
    expect(status).toBe(1);
    expect(stderr).toMatch(/datasets\/verified-agent-observatory\/broken-one\.yaml:\d+/);
    expect(stderr).toContain('The service cannot start: the build failed');
  });
});
