import { type ChildProcess, spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { median } from './timed.ts';

/** What a load test measured. Times in milliseconds. */
export interface Measured {
  readonly perSecond: number;
  /** Requests per second of each round, in the order of the rounds; of one measurement, that one. */
  readonly rounds: readonly number[];
  readonly p50: number;
  readonly p99: number;
  readonly ok: number;
  readonly refused: number;
}

export interface Load {
  readonly url: string;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly seconds: number;
  readonly connections: number;
  /** Ends after so many requests, however long they take. */
  readonly requests?: number;
}

const autocannon = createRequire(import.meta.url).resolve('autocannon/autocannon.js');

/** Sends a bounded load from a process of its own, to a loopback address only. */
export const measure = async ({ url, body, headers = {}, seconds, connections, requests }: Load): Promise<Measured> => {
  if (new URL(url).hostname !== '127.0.0.1') throw new Error('benchmarks load loopback addresses only');
  const args = ['--json', '--connections', String(connections), '--duration', String(seconds)];
  if (requests !== undefined) args.push('--amount', String(requests));
  if (body !== undefined) args.push('--method', 'POST', '--body', body, '--headers', 'content-type=application/json');
  for (const [name, value] of Object.entries(headers)) args.push('--headers', `${name}=${value}`);
  const child = spawn(process.execPath, [autocannon, ...args, url], { stdio: ['ignore', 'pipe', 'ignore'] });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  await new Promise((resolve) => child.once('close', resolve));
  const result = JSON.parse(output) as {
    requests: { average: number };
    latency: { p50: number; p99: number };
    '2xx': number;
    '4xx': number;
    '5xx': number;
    errors: number;
  };
  if (result['5xx'] > 0 || result.errors > 0)
    throw new Error(`${url}: ${result['5xx']} server errors, ${result.errors} errors`);
  const perSecond = result.requests.average;
  return { perSecond, rounds: [perSecond], ...result.latency, ok: result['2xx'], refused: result['4xx'] };
};

/**
 * How many times as fast one contestant was as another: the median over the rounds of {@link inTurn}.
 * In a round both run within seconds, so a machine that slows down for a while slows both.
 */
export const ratio = (one: Measured, other: Measured): number =>
  median(one.rounds.map((perSecond, round) => perSecond / other.rounds[round]!));

/** Runs the contestants in turn, several rounds, so that noise of the machine meets all of them alike; medians. */
export const inTurn = async <Name extends string>(
  rounds: number,
  contestants: Readonly<Record<Name, Load>>,
): Promise<Record<Name, Measured>> => {
  const names = Object.keys(contestants) as Name[];
  const all = new Map<Name, Measured[]>(names.map((name) => [name, []]));
  for (const name of names) await measure({ ...contestants[name], seconds: 2 });
  for (let round = 0; round < rounds; round++) {
    for (const name of round % 2 === 0 ? names : names.toReversed())
      all.get(name)!.push(await measure(contestants[name]));
  }
  return Object.fromEntries(
    names.map((name): [Name, Measured] => {
      const runs = all.get(name)!;
      const of = (pick: (run: Measured) => number) => median(runs.map(pick));
      return [
        name,
        {
          perSecond: of((r) => r.perSecond),
          rounds: runs.map((r) => r.perSecond),
          p50: of((r) => r.p50),
          p99: of((r) => r.p99),
          ok: of((r) => r.ok),
          refused: of((r) => r.refused),
        },
      ];
    }),
  ) as Record<Name, Measured>;
};

/** Starts a program of this folder that prints the address it listens on in its first line. */
export const startPeer = async (file: string, ...args: string[]): Promise<{ url: string; child: ChildProcess }> => {
  const child = spawn(process.execPath, [join(import.meta.dirname, file), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const url = await new Promise<string>((resolve) =>
    child.stdout.once('data', (chunk: Buffer) => resolve(chunk.toString().trim())),
  );
  return { url, child };
};
