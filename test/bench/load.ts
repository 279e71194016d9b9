import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { median } from './timed.ts';
import { installed } from './tools.ts';

/** What a load test measured. */
export interface Measured {
  /** Requests per second of each round, in the order of the rounds. */
  readonly rounds: readonly number[];
  readonly ok: number;
  readonly refused: number;
}

export interface Load {
  readonly url: string;
  /** A body that is posted as JSON; without it, the address is read. */
  readonly body?: string;
  /** Ends after so many requests, however long they take. */
  readonly requests?: number;
}

const SECONDS = 2;
const CONNECTIONS = 32;

/** Sends a bounded load from a process of its own, to a loopback address only. */
export const measure = async ({ url, body, requests }: Load): Promise<Measured> => {
  if (new URL(url).hostname !== '127.0.0.1') throw new Error('benchmarks load loopback addresses only');
  const args = ['--json', '--connections', String(CONNECTIONS), '--duration', String(SECONDS)];
  if (requests !== undefined) args.push('--amount', String(requests));
  if (body !== undefined) args.push('--method', 'POST', '--body', body, '--headers', 'content-type=application/json');
  const program = join(installed('autocannon@9.0.0'), 'autocannon/autocannon.js');
  const child = spawn(process.execPath, [program, ...args, url], { stdio: ['ignore', 'pipe', 'ignore'] });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (output += chunk));
  await new Promise((resolve) => child.once('close', resolve));
  const result = JSON.parse(output) as Record<'2xx' | '4xx' | '5xx' | 'errors', number> & {
    requests: { average: number };
  };
  if (result['5xx'] > 0 || result.errors > 0)
    throw new Error(`${url}: ${result['5xx']} server errors, ${result.errors} errors`);
  return { rounds: [result.requests.average], ok: result['2xx'], refused: result['4xx'] };
};

export const perSecond = ({ rounds }: Measured): string => `${Math.round(median(rounds))}/s`;

/**
 * How many times as fast one contestant was as another: the median over the rounds of {@link inTurn}.
 * In a round both run within seconds, so a machine that slows down for a while slows both.
 */
export const ratio = (one: Measured, other: Measured): number =>
  median(one.rounds.map((rate, round) => rate / other.rounds[round]!));

/** Runs the contestants in turn, several rounds, so that noise of the machine meets all of them alike. The first warms up. */
export const inTurn = async <Name extends string>(
  rounds: number,
  contestants: Readonly<Record<Name, Load>>,
): Promise<Record<Name, Measured>> => {
  const names = Object.keys(contestants) as Name[];
  const all = new Map<Name, Measured[]>(names.map((name) => [name, []]));
  for (let round = 0; round <= rounds; round++)
    for (const name of round % 2 === 0 ? names : names.toReversed()) {
      const measured = await measure(contestants[name]);
      if (round > 0) all.get(name)!.push(measured);
    }
  const sumOf = (runs: readonly Measured[], pick: (run: Measured) => number): number =>
    runs.reduce((sum, run) => sum + pick(run), 0);
  const merged = [...all].map(([name, runs]) => [
    name,
    {
      rounds: runs.flatMap((run) => run.rounds),
      ok: sumOf(runs, ({ ok }) => ok),
      refused: sumOf(runs, ({ refused }) => refused),
    } satisfies Measured,
  ]);
  return Object.fromEntries(merged) as Record<Name, Measured>;
};

/** Starts a program of this folder that prints the address it listens on in its first line. */
export const startPeer = async (file: string, ...args: string[]): Promise<{ url: string; child: ChildProcess }> => {
  const child = spawn(process.execPath, [join(import.meta.dirname, file), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const url = await new Promise<string>((resolve) =>
    child.stdout.setEncoding('utf8').once('data', (chunk: string) => resolve(chunk.trim())),
  );
  return { url, child };
};
