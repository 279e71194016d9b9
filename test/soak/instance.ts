import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { type RunningServer, startServer } from '../support/server.ts';

/** What a process holds at a moment. */
interface Sample {
  readonly megabytes: number;
  readonly descriptors: number;
}

const sampleOf = (pid: number): Sample | undefined => {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return {
      megabytes: Number(/VmRSS:\s+(\d+)/.exec(status)![1]) / 1024,
      descriptors: readdirSync(`/proc/${pid}/fd`).length,
    };
  } catch {
    return undefined;
  }
};

/** One process of the service that is ended and started again. */
export interface Instance {
  readonly name: string;
  /** Where it is; undefined while it does not run. */
  readonly url: string | undefined;
  readonly pid: number;
  /** What its present process held, a sample a second. */
  readonly samples: readonly Sample[];
  /** Exit codes of the stops that were asked for. */
  readonly stops: (number | null)[];
  /** Everything that its processes have written, the ended ones included. */
  output(): string;
  start(): Promise<void>;
  /** Kills or stops it, and waits until it is gone. */
  end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void>;
}

/** How often a start is tried while what the service needs is away. */
const STARTS_MAX = 60;

export const openInstance = (name: string, settings: Readonly<Record<string, string>>): Instance => {
  let running: RunningServer | undefined;
  let samples: Sample[] = [];
  let said = '';
  const stops: (number | null)[] = [];
  setInterval(() => {
    const sample = running && sampleOf(running.pid);
    if (sample) samples.push(sample);
  }, 1_000).unref();
  return {
    name,
    stops,
    get url() {
      return running?.url;
    },
    get pid() {
      return running!.pid;
    },
    get samples() {
      return samples;
    },
    output: () => said + (running?.output() ?? ''),
    async start() {
      for (let tried = 1; running === undefined; tried += 1) {
        try {
          running = await startServer(settings);
          samples = [];
        } catch (failure) {
          if (tried === STARTS_MAX) throw failure;
          await sleep(500);
        }
      }
    },
    async end(signal) {
      const ending = running;
      running = undefined;
      if (ending === undefined) return;
      const code = await ending.stop(signal);
      if (signal === 'SIGTERM') stops.push(code);
      said += ending.output();
    },
  };
};
