import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { compiledOnce } from './compiled-once.ts';
import { environment, newFolder, newStore, type RunningServer } from './server.ts';
import type { Asked, Told } from './service-host.ts';

/** A built service beside others in one process, so that no test can signal or kill it. */
export type HostedService = Pick<RunningServer, 'url' | 'output' | 'end'>;

let host: ChildProcess | undefined;
let opened = 0;
const listeners = new Map<number, (told: Told) => void>();

const openHost = (): ChildProcess => {
  const child = fork(join(import.meta.dirname, 'service-host.ts'), { env: { ...environment({}), ...compiledOnce } });
  child.on('message', (told: Told) => listeners.get(told.id)?.(told));
  // It ends with this worker, and does not keep it.
  child.unref();
  child.channel?.unref();
  return child;
};

/**
 * Opens a built service on a free port, for tests of what it answers: a program for each would take half a second of the
 * processor to start. Tests of the program itself, of its end and of its memory use `startServer`.
 */
export const hostService = async (settings: Readonly<Record<string, string>> = {}): Promise<HostedService> => {
  const child = (host ??= openHost());
  const id = (opened += 1);
  // With PostgreSQL, the key of the service stands beside no store.
  const SERVICE_KEY_FILE = settings['DATABASE_URL']?.startsWith('postgres') ? join(await newFolder(), 'key.json') : '';
  const asked: Asked = {
    id,
    settings: environment({ DATABASE_URL: await newStore(), SERVICE_KEY_FILE, ...settings }),
  };
  let output = '';
  await new Promise<void>((resolve, reject) => {
    listeners.set(id, ({ line, whole, problem }) => {
      if (line !== undefined) output += line;
      if (whole) resolve();
      if (problem !== undefined) reject(new Error(problem));
    });
    child.send(asked);
  });
  return {
    url: /listening on (http:\/\/\S+?)"/.exec(output)![1]!,
    output: () => output,
    end: () => new Promise((resolve) => child.send({ id } satisfies Asked, () => resolve())),
  };
};

/** The same for all tests of a file, which it ends after them. */
export const serviceHere = async (settings?: Readonly<Record<string, string>>): Promise<HostedService> => {
  const service = await hostService(settings);
  afterAll(() => service.end());
  return service;
};
