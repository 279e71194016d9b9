import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { chmod, mkdir, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { call, post } from '../support/call.ts';
import { hostService } from '../support/hosted-service.ts';
import { freePort } from '../support/postgres.ts';
import { copySmallProject } from '../support/scratch-project.ts';
import {
  BUILT_SERVER,
  environment,
  newFolder,
  newStore,
  type RunningServer,
  runToEnd,
  startServer,
} from '../support/server.ts';
import { expectStored } from '../support/stored-requests.ts';
import { overTheWire } from '../support/wire.ts';

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

describe('a service that is killed with kill -9 in the middle of a burst', () => {
  test('has every request that was answered with 201, in a database that is intact, and goes on', async () => {
    const store = await newStore();
    for (let round = 0; round < 2; round++) {
      const server = await startServer({ DATABASE_URL: store });
      const posts = burst(server, 24);
      await expect.poll(() => posts.seen.length, { timeout: 30_000 }).toBeGreaterThan(200);
      await server.stop('SIGKILL');
      await posts.stop();
      await expectStored(store, posts.seen);
    }
  });
});

test('a service whose log cannot be written says so once, goes on, and stops when it is told to', async () => {
  const url = `http://127.0.0.1:${await freePort()}`;
  const full = openSync('/dev/full', 'w');
  const env = environment({ DATABASE_URL: await newStore(), PORT: new URL(url).port });
  const child = spawn(process.execPath, [join('src', BUILT_SERVER)], { env, stdio: ['ignore', full, 'pipe'] });
  const statusOf = () =>
    call(`${url}/healthz`).then(
      ({ status }) => status,
      () => 0,
    );
  closeSync(full);
  let said = '';
  child.stderr!.setEncoding('utf8').on('data', (chunk: string) => (said += chunk));
  const ended = once(child, 'close');
  await expect.poll(statusOf, { timeout: 30_000 }).toBe(200);
  for (let count = 0; count < 50; count += 1) expect(await statusOf()).toBe(200);
  // One request more in a packet than may be under way.
  await overTheWire(url, 'GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(5));
  child.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
  expect(said).toMatch(/^Lines of the log are lost: ENOSPC[^\n]*\n$/);
});

describe('a start that cannot work', () => {
  /** What the program says about a store, it says as it says that PostgreSQL is away. */
  const refuses = (DATABASE_URL: string, expected: RegExp) =>
    expect(hostService({ DATABASE_URL })).rejects.toThrow(expected);
  const fails = async (settings: Record<string, string>, expected: RegExp, program = BUILT_SERVER): Promise<void> => {
    const { code, stderr } = await runToEnd(program, [], settings);
    expect(stderr).toMatch(expected);
    expect(stderr).not.toMatch(/\n\s+at /);
    expect(code).toBe(1);
  };

  test('because the port is in use says so', async () => {
    const holder = createServer();
    await new Promise<void>((resolve) => holder.listen(0, '127.0.0.1', resolve));
    const { port } = holder.address() as { port: number };
    const settings = { PORT: String(port), DATABASE_URL: await newStore() };
    const said = `cannot listen on port ${port} \\(PORT\\): .*EADDRINUSE.*\\. Stop what listens there, or set PORT and SITE_URL\\.`;
    await fails(settings, new RegExp(said));
    // With an address of which there is no build, before the build.
    const elsewhere = { ...settings, SITE_URL: 'https://elsewhere.example' };
    await fails(elsewhere, new RegExp(`^The service cannot start: ${said}`), 'server/main.ts');
    holder.close();
  });

  test('because the store cannot be made names the setting and the path', async () => {
    await refuses('file:/dev/null/service.db', /DATABASE_URL, \/dev\/null\/service\.db/);
  });

  test('because PostgreSQL is away says what to check, and not that a service goes on that has ended', async () => {
    await fails(
      { DATABASE_URL: 'postgres://user:secret@127.0.0.1:1/x', SERVICE_KEY_FILE: join(await newFolder(), 'key.json') },
      /^The service cannot start: .*cannot be reached.* What to do: check that it runs and that DATABASE_URL names it\.$/m,
    );
  });

  test('because the path of the store cannot be used says what is wrong with it', async () => {
    const folder = await newFolder();
    execFileSync('mkfifo', [join(folder, 'pipe')]);
    await writeFile(join(folder, 'letter'), 'This is a letter.');
    await symlink(join(folder, 'itself'), join(folder, 'itself'));
    for (const [name, expected] of [
      ['', /the store is a folder or a device.*name a file/],
      ['pipe', /the store is a folder or a device.*name a file/],
      ['letter/service.db', /the folder of the store cannot be made.*name another one/],
      ['itself', /leads nowhere.*what links lead to/],
    ] as const)
      await refuses(`file:${join(folder, name)}`, expected);
  });

  test('because the store is not a database says so', async () => {
    const file = join(await newFolder(), 'service.db');
    await writeFile(file, 'This is a letter and not a database, but it is quite long. '.repeat(100));
    await chmod(file, 0o644);
    await refuses(`file:${file}`, /DATABASE_URL.*not a database/);
    // It is somebody else's, and stays as it was.
    expect((await stat(file)).mode & 0o777).toBe(0o644);
  });

  test('because several settings are wrong names every one', async () => {
    await fails(
      { PORT: '70000', LOG_LEVEL: 'loud', RATE_LIMIT_INTAKE: 'often' },
      /3 settings cannot be used[\s\S]*PORT[\s\S]*RATE_LIMIT_INTAKE[\s\S]*LOG_LEVEL/,
      'server/main.ts',
    );
  });

  test('because a dataset is broken shows the report with file and line, and nothing else', async () => {
    const copy = await copySmallProject();
    await writeFile(join(copy, 'datasets/verified-agent-observatory/broken-one.yaml'), 'id: another-name\nname: [\n');
    const { code, stderr } = await runToEnd('server/main.ts', [], { DATABASE_URL: await newStore() }, copy);
    expect(code).toBe(1);
    expect(stderr.trim().split('\n')).toEqual([
      expect.stringContaining('building first'),
      expect.stringMatching(/^datasets\/verified-agent-observatory\/broken-one\.yaml:\d+/),
      expect.stringContaining('1 problem in 1 file'),
      expect.stringContaining('The service cannot start: files under datasets/ have problems'),
    ]);
  });

  test('because a page is broken shows what the build said', async () => {
    const copy = await copySmallProject();
    // The other pages would be compiled, too.
    await rm(join(copy, 'src/pages'), { recursive: true });
    await mkdir(join(copy, 'src/pages'));
    await writeFile(join(copy, 'src/pages/agent.astro'), "---\nimport '../no-such-module.ts';\n---\n");
    const { code, stderr } = await runToEnd('server/main.ts', [], { DATABASE_URL: await newStore() }, copy);
    expect(code).toBe(1);
    expect(stderr).toContain('no-such-module.ts');
    expect(stderr).toContain('The service cannot start: the build failed');
  });
});
