import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { buildEnvironment } from '../../src/config.ts';

/** What a program took: seconds on the clock, and the most memory in MB. */
export interface Timed {
  readonly seconds: number;
  readonly megabytes: number;
}

/** How often the memory of a program is read: the kernel keeps the most that it had. */
const LOOK_MS = 100;

/** The most memory that a process has had, in MB of 10^6 bytes (the kernel counts in KiB); 0 when it is gone. */
export const mostMegabytes = (pid: number): number => {
  try {
    return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1.024e-3;
  } catch {
    return 0;
  }
};

/**
 * Runs Node with the given arguments to its end.
 * @throws Error with what it wrote when it fails.
 */
export const timeNode = async (args: readonly string[], cwd: string): Promise<Timed> => {
  const began = performance.now();
  const child = spawn(process.execPath, args, { cwd, env: buildEnvironment(), stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (said += chunk));
  let megabytes = 0;
  const look = setInterval(() => {
    megabytes = Math.max(megabytes, mostMegabytes(child.pid!));
  }, LOOK_MS);
  const [status] = (await once(child, 'close')) as [number | null];
  clearInterval(look);
  if (status !== 0) throw new Error(`${args.join(' ')}: ${said.slice(-2_000)}`);
  return { seconds: (performance.now() - began) / 1_000, megabytes };
};

/** The middle one, by a figure of each. */
export const medianOf = <Value>(values: readonly Value[], figure: (value: Value) => number): Value =>
  values.toSorted((a, b) => figure(a) - figure(b))[Math.floor(values.length / 2)]!;

/** The middle one of some figures. */
export const median = (values: readonly number[]): number => medianOf(values, (value) => value);
