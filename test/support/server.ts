import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { settings as known } from '../../src/config.ts';
import { SERVER, serverFlags } from '../../src/server/build.ts';
import { compiledOnce } from './compiled-once.ts';

const root = join(import.meta.dirname, '../..');
/** The built server, as `npm start` runs it once it has found the build to be of the present sources. */
export const BUILT_SERVER = `../${SERVER}`;

/** A running service of its own, with a store of its own. */
export interface RunningServer {
  readonly url: string;
  readonly pid: number;
  /** Everything it has written to its log and its error output. */
  output(): string;
  /** Asks it to stop and gives its exit code. It waits for connections that clients keep, at most for five seconds. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
  /** Kills it, at the end of tests that are not about its stop. */
  end(): Promise<void>;
}

/** A new empty folder that no other test uses. */
export const newFolder = (): Promise<string> => mkdtemp(join(tmpdir(), 'agent-service-'));

/** The store address of a file in a new folder. */
export const newStore = async (): Promise<string> => `file:${join(await newFolder(), 'service.db')}`;

/** Empty settings, so that a file `.env` in the checkout does not affect tests. */
const unset = Object.fromEntries(Object.values(known).map(({ name }) => [name, '']));

export const environment = (settings: Readonly<Record<string, string>>): NodeJS.ProcessEnv => ({
  ...unset,
  PATH: process.env['PATH'],
  HOME: process.env['HOME'],
  PORT: '0',
  RATE_LIMIT_INTAKE: 'off',
  RATE_LIMIT_PREVIEW: 'off',
  RATE_LIMIT_READ: 'off',
  ...settings,
});

/** Starts `src/<file>` of a checkout as a process with only the given settings. */
export const run = (
  file: string,
  args: readonly string[],
  settings: Readonly<Record<string, string>>,
  checkout = root,
): ChildProcess =>
  spawn(process.execPath, [...(file === BUILT_SERVER ? serverFlags : []), join(checkout, 'src', file), ...args], {
    cwd: checkout,
    env: { ...environment(settings), ...compiledOnce },
    stdio: ['pipe', 'pipe', 'pipe'],
  });

/** The output and exit code of a program. */
export interface Finished {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Waits until a program ends, and gives what it wrote. */
export const finish = (child: ChildProcess): Promise<Finished> => {
  let stdout = '';
  let stderr = '';
  child.stdout!.setEncoding('utf8').on('data', (chunk: string) => (stdout += chunk));
  child.stderr!.setEncoding('utf8').on('data', (chunk: string) => (stderr += chunk));
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, stdout, stderr })));
};

/** Runs a program of the project to its end. */
export const runToEnd = (
  file: string,
  args: readonly string[],
  settings: Readonly<Record<string, string>> = {},
  checkout = root,
): Promise<Finished> => {
  const child = run(file, args, settings, checkout);
  child.stdin!.end();
  return finish(child);
};

/** Where fetch finds what keeps its connections. */
const DISPATCHER = Symbol.for('undici.globalDispatcher.2');

/** Ends the connections that fetch keeps: a service that stops waits for them. */
const endKeptConnections = (): void => {
  const holder = globalThis as unknown as Record<symbol, { constructor: new () => never; close(): Promise<void> }>;
  const keeper = holder[DISPATCHER];
  if (!keeper) return;
  holder[DISPATCHER] = new keeper.constructor();
  void keeper.close();
};

/**
 * Starts the built service on a free port and waits until it says where it listens.
 * @param program the file below `src`: `server/main.ts` looks at the build before it starts the server.
 */
export const startServer = async (
  settings: Readonly<Record<string, string>> = {},
  program = BUILT_SERVER,
  checkout = root,
): Promise<RunningServer> => {
  // With PostgreSQL, the key of the service stands beside no store.
  const SERVICE_KEY_FILE = settings['DATABASE_URL']?.startsWith('postgres') ? join(await newFolder(), 'key.json') : '';
  const child = run(program, [], { DATABASE_URL: await newStore(), SERVICE_KEY_FILE, ...settings }, checkout);
  let output = '';
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  let listening = false;
  const url = await new Promise<string>((resolve, reject) => {
    const listen = (chunk: string): void => {
      output += chunk;
      // A busy server logs much: searching everything again at each line would be slow.
      const found = listening ? null : /listening on (http:\/\/\S+?)"/.exec(output);
      if (!found) return;
      listening = true;
      resolve(found[1]!);
    };
    for (const stream of [child.stdout!, child.stderr!]) stream.setEncoding('utf8').on('data', listen);
    void ended.then((code) => reject(new Error(`the service ended with ${code}:\n${output}`)));
  });
  return {
    url,
    pid: child.pid!,
    output: () => output,
    stop: (signal = 'SIGTERM') => {
      endKeptConnections();
      child.kill(signal);
      return ended;
    },
    end: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
};
