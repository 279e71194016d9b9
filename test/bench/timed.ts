import { spawnSync } from 'node:child_process';
import { buildEnvironment } from '../../src/config.ts';

/** Seconds that a program took: on the clock, and of the processor on all its threads. */
export interface Timed {
  readonly wall: number;
  readonly cpu: number;
  /** The most memory that it had at a time, in MB. */
  readonly megabytes: number;
}

/** A module that says at the end of a program how much memory it had. */
const MEMORY = 'data:text/javascript,process.on("exit",()=>console.error("memory",process.resourceUsage().maxRSS))';

/**
 * Runs Node with the given arguments to its end.
 * @throws Error with what it wrote when it fails.
 */
export const timeNode = (args: readonly string[], cwd: string): Timed => {
  const { status, stdout, stderr } = spawnSync(
    'bash',
    ['-c', 'TIMEFORMAT="seconds %R %U %S"; time "$@"', 'time', process.execPath, '--import', MEMORY, ...args],
    {
      cwd,
      encoding: 'utf8',
      maxBuffer: 1e9,
      env: { ...buildEnvironment(), ASTRO_TELEMETRY_DISABLED: '1', LC_ALL: 'C' },
    },
  );
  const [, wall, user, system] = /seconds ([\d.]+) ([\d.]+) ([\d.]+)\s*$/.exec(stderr) ?? [];
  const [, memory] = /memory (\d+)/.exec(stderr) ?? [];
  if (status !== 0 || wall === undefined) throw new Error(`${args.join(' ')}: ${(stdout + stderr).slice(-2_000)}`);
  return { wall: Number(wall), cpu: Number(user) + Number(system), megabytes: Number(memory) / 1024 };
};

/** The middle one, by a figure of each. */
export const medianOf = <Value>(values: readonly Value[], figure: (value: Value) => number): Value =>
  values.toSorted((a, b) => figure(a) - figure(b))[Math.floor(values.length / 2)]!;

/** The middle one of some figures. */
export const median = (values: readonly number[]): number => medianOf(values, (value) => value);
