import { setTimeout as sleep } from 'node:timers/promises';
import { sha256Hex } from '../../src/domain/json/hash.ts';
import { type Answer, call, post } from '../support/call.ts';
import { asAdmin } from '../support/chain-double/settings.ts';
import { type Draw, pick } from '../support/seeded-draw.ts';
import type { Instance } from './instance.ts';

/** Stands in every text, so that a log line with a text is found. */
export const MARKER = 'text-that-belongs-in-no-log';
const PATIENCE_MS = 20_000;
const KIT = '/api/agent-acceptance-kit';

/** A request of the load, and what became of it. */
export interface SoakRequest {
  readonly text: string;
  readonly key: string | undefined;
  /** The receipt, once it was acknowledged. */
  receipt?: { readonly id: string; readonly receipt_hash_sha256: string };
}

/** Mixed load on the instances of one store, and a memory of everything that was acknowledged. */
export const openLoad = (instances: readonly Instance[], name: string, draw: Draw) => {
  const requests: SoakRequest[] = [];
  const hashes = new Map<string, 'asked' | 'acknowledged'>();
  const statuses = new Map<string, number>();
  const problems: string[] = [];
  let going = true;

  /** Sends to any instance; undefined when there is no answer. */
  const ask = async (what: string, send: (url: string, signal: AbortSignal) => Promise<Answer>) => {
    const { url } = pick(instances, draw);
    const answer =
      url === undefined ? undefined : await send(url, AbortSignal.timeout(PATIENCE_MS)).catch(() => undefined);
    const told = `${what} ${answer?.status ?? 'no answer'}`;
    statuses.set(told, (statuses.get(told) ?? 0) + 1);
    if (answer && answer.status >= 500 && answer.status !== 503) problems.push(`${told}: ${answer.text.slice(0, 300)}`);
    return answer;
  };
  const postTo =
    (path: string, body: unknown, headers = {}) =>
    (url: string) =>
      post(url + path, body, headers);
  const read = (what: string, path: string) => ask(what, (url, signal) => call(url + path, { signal }));

  const submit = async (request: SoakRequest): Promise<void> => {
    const { text, key } = request;
    const headers = key === undefined ? {} : { 'idempotency-key': key };
    const answer = await ask('intake', postTo('/api/intake', { kind: 'question', body: text }, headers));
    if (answer?.status === 201) {
      const receipt = answer.json as unknown as NonNullable<SoakRequest['receipt']>;
      if (request.receipt && request.receipt.id !== receipt.id) problems.push(`${key} was answered with two receipts`);
      request.receipt = receipt;
    } else if (answer && answer.status < 500 && answer.status !== 409)
      problems.push(`intake ${answer.status}: ${answer.text.slice(0, 300)}`);
  };

  const anchor = async (hash: string): Promise<void> => {
    const answer = await ask('anchor-live', postTo(`${KIT}/anchor-live`, { receipt_hash_sha256: hash }, asAdmin));
    if (answer && answer.status < 300) hashes.set(hash, 'acknowledged');
  };

  const newRequest = (): SoakRequest => {
    const number = requests.length;
    const request: SoakRequest = {
      text: `${MARKER} ${name} ${number} ${'of a usual length '.repeat(draw(30))}`,
      key: draw(3) === 0 ? undefined : `${name}-${number}`,
    };
    requests.push(request);
    return request;
  };

  const acts: readonly (readonly [weight: number, () => Promise<unknown>])[] = [
    [55, () => submit(newRequest())],
    // A client that got no answer sends the same again, and some do so although they did.
    [20, async () => {
      const again = requests.filter(({ key, receipt }) => key !== undefined && (!receipt || draw(50) === 0));
      if (again.length > 0) await submit(pick(again, draw));
    }],
    [10, async () => {
      const known = requests.at(-1 - draw(Math.max(1, requests.length)))?.receipt;
      if (!known) return;
      const answer = await read('status', `/api/intake/${known.id}`);
      if (answer?.status === 404) problems.push(`the acknowledged request ${known.id} is not there`);
    }],
    [4, () => read('summary', '/api/intake/summary')],
    [3, () => read('snapshot', '/api/snapshot')],
    [2, () => read('ready', '/readyz')],
    [6, () => ask('run-preview', postTo('/api/adjudicator/work-order/run-preview', {}))],
    [3, async () => {
      const hash = sha256Hex(`${name} anchor ${draw(90)}`);
      if (!hashes.has(hash)) hashes.set(hash, 'asked');
      await anchor(hash);
    }],
    [3, () => read('anchor', `${KIT}/anchors/${sha256Hex(`${name} anchor ${draw(90)}`)}`)],
  ]; // prettier-ignore
  const bag = acts.flatMap(([weight, act]) => Array.from({ length: weight }, () => act));

  const client = async (): Promise<void> => {
    while (going) {
      await pick(bag, draw)();
      await sleep(20 + draw(60));
    }
  };

  return {
    requests,
    hashes,
    statuses,
    problems,
    run: (clients: number): Promise<unknown> => Promise.all(Array.from({ length: clients }, client)),
    stop: () => void (going = false),
    /** Sends what has a key and no receipt until it has one: with a key, that is safe. */
    async finish(): Promise<void> {
      for (let round = 0; round < 20; round += 1) {
        const open = requests.filter(({ key, receipt }) => key !== undefined && receipt === undefined);
        if (open.length === 0) return;
        await Promise.all(open.map(submit));
        await sleep(500);
      }
    },
  };
};
export type Load = ReturnType<typeof openLoad>;
