import { setTimeout as sleep } from 'node:timers/promises';
import { databaseUrl } from '../../src/config/values.ts';
import type { Devnet } from '../../src/devnet/devnet.ts';
import { reservationMicroCcd } from '../../src/domain/anchors/anchor-chain.ts';
import { MAX_CHAIN_SPEND_MICROCCD } from '../../src/domain/anchors/anchor-plan.ts';
import { sha256Hex } from '../../src/domain/json/hash.ts';
import { anchorStore } from '../../src/storage/anchors.ts';
import { openDatabase } from '../../src/storage/database.ts';
import { runToEnd } from '../support/server.ts';
import { HIGHEST_FEE } from './bad-days.ts';
import type { Instance } from './instance.ts';
import { type Load, MARKER } from './load.ts';

/** One check after the soak: what was compared, and what is wrong, if anything. */
export interface Checked {
  readonly what: string;
  readonly problems: readonly string[];
}

const MEGABYTES_MAX = 300;
/** Samples at the start of a process that do not count: it warms up. */
const WARM_UP = 20;

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** Whether a process held as much in the end as before: medians of the second and the last quarter of its samples. */
export const checkFlat = ({ name, samples }: Instance): Checked => {
  const warm = samples.slice(WARM_UP);
  const quarter = Math.floor(warm.length / 4);
  const of = (pick: (sample: (typeof warm)[number]) => number) => ({
    before: median(warm.slice(quarter, 2 * quarter).map(pick)),
    after: median(warm.slice(-quarter).map(pick)),
    most: Math.max(0, ...samples.map(pick)),
  });
  const memory = of(({ megabytes }) => megabytes);
  const descriptors = of((sample) => sample.descriptors);
  const problems: string[] = [];
  if (quarter < 5) problems.push('too few samples');
  if (memory.most > MEGABYTES_MAX) problems.push(`it held ${Math.round(memory.most)} MB`);
  if (memory.after > memory.before * 1.15 + 10) problems.push('the memory grew');
  if (descriptors.after > descriptors.before + 10) problems.push('the descriptors grew');
  const told = `memory ${memory.before.toFixed(0)} → ${memory.after.toFixed(0)} MB (most ${memory.most.toFixed(0)}), descriptors ${descriptors.before} → ${descriptors.after}`;
  return { what: `${name} holds no more at the end: ${told}, ${samples.length} s`, problems };
};

/** Waits until nothing is held for anchors any more, for at most three minutes. */
export const settleAnchors = async (instance: Instance): Promise<void> => {
  for (let waited = 0; waited < 180; waited += 1) {
    const answer = await fetch(`${instance.url}/api/agent-acceptance-kit/manifest`).catch(() => undefined);
    const { budget } = (await answer?.json().catch(() => ({}))) as { budget?: { reserved_microccd: string } };
    if (budget?.reserved_microccd === '0') return;
    await sleep(1_000);
  }
};

/** Compares a store, which nobody uses any more, with everything that its clients were told. */
export const checkStored = async (
  url: string,
  { requests, hashes, problems }: Load,
  { chain }: Devnet,
): Promise<Checked[]> => {
  const db = await openDatabase(databaseUrl.parse(url) as Parameters<typeof openDatabase>[0]);
  const rows = (await db.knex('intake').select('id', 'body', 'body_sha256', 'receipt_hash_sha256')) as Record<
    string,
    string
  >[];
  const ledger = anchorStore(db);
  const entries = await ledger.list({ limit: 10_000, offset: 0 });
  const totals = await ledger.totals();
  const history = await ledger.history();
  await db.close();

  const byBody = Map.groupBy(rows, ({ body }) => body);
  const wrong = requests.flatMap(({ text, key, receipt }) => {
    const stored = byBody.get(text) ?? [];
    if (key !== undefined && stored.length > 1) return [`stored ${stored.length} times with one key: ${key}`];
    if (receipt === undefined) return stored.length > 1 ? ['stored twice without a receipt'] : [];
    const row = stored.find(({ id }) => id === receipt.id);
    if (stored.length !== 1 || row === undefined)
      return [`acknowledged as ${receipt.id} and stored ${stored.length} times`];
    if (row['body_sha256'] !== sha256Hex(text) || row['receipt_hash_sha256'] !== receipt.receipt_hash_sha256)
      return [`the hashes of ${receipt.id} are not those of its receipt`];
    return [];
  });
  const acknowledged = requests.filter(({ receipt }) => receipt !== undefined).length;

  const onChain = chain.transactions().map(({ transaction, cost, effect }) => ({
    hash: transaction.hash,
    cost,
    of: 'registered' in effect ? effect.registered.toString('latin1').slice(-64) : undefined,
  }));
  const money: string[] = [];
  const spent = onChain.reduce((sum, { cost }) => sum + cost, 0n);
  const once: string[] = [];
  let committed = 0n;
  const unaffordable = new Set<string>();
  for (const { receiptHash, event, note, reservedChange, chargedChange } of history) {
    // A fee that rose before anything was signed ends an anchor only if the budget has no room for the rise.
    if (event === 'released' && note === 'fee_above_budget') {
      const needed = reservationMicroCcd(HIGHEST_FEE) + reservedChange;
      if (committed + needed > MAX_CHAIN_SPEND_MICROCCD) unaffordable.add(receiptHash);
      else money.push(`${receiptHash} was released although the budget covers it`);
    }
    committed += reservedChange + chargedChange;
    if (reservedChange > 0n && committed > MAX_CHAIN_SPEND_MICROCCD) money.push('a claim went beyond the budget');
  }
  if (totals.chargedMicroCcd !== spent) money.push(`${totals.chargedMicroCcd} are recorded, ${spent} were charged`);
  if (spent > MAX_CHAIN_SPEND_MICROCCD) money.push(`${spent} micro-CCD were spent`);
  if (totals.reservedMicroCcd !== 0n) money.push(`${totals.reservedMicroCcd} are still held`);

  const registered = onChain.flatMap(({ of }) => (of === undefined ? [] : [of]));
  if (new Set(registered).size !== registered.length) once.push('a hash was registered twice');
  for (const [hash, state] of hashes) {
    const entry = entries.find(({ receiptHash }) => receiptHash === hash);
    if (state === 'acknowledged' && !['finalized', 'failed'].includes(entry?.state ?? '') && !unaffordable.has(hash))
      once.push(`${hash} was taken and is ${entry?.state} (${entry?.problem})`);
    if (entry?.state === 'finalized' && !registered.includes(hash)) once.push(`${hash} is not on the chain`);
  }
  const checked = await runToEnd('cli/store.ts', ['check'], { DATABASE_URL: url });
  return [
    { what: `${acknowledged} acknowledged requests of ${requests.length} are stored exactly once, with their hashes`, problems: wrong },
    { what: 'no answer was wrong', problems },
    { what: `${onChain.length} transactions for ${registered.length} hashes, none twice; ${unaffordable.size} released because the fee rose above the budget`, problems: once },
    { what: `${spent} of ${MAX_CHAIN_SPEND_MICROCCD} micro-CCD were spent, as recorded; nothing is held`, problems: money },
    { what: 'npm run store -- check finds nothing', problems: checked.code === 0 ? [] : [checked.stdout + checked.stderr] },
  ]; // prettier-ignore
};

/** What the processes said: no text, no failure of their own, and a clean end whenever they were asked to end. */
export const checkSaid = ({ name, output, stops }: Instance): Checked => {
  const said = output();
  const problems: string[] = [];
  if (said.includes(MARKER)) problems.push('a text stands in the log');
  const failed = said.split('\n').find((line) => line.includes('request failed'));
  if (failed !== undefined) problems.push(failed.slice(0, 500));
  const unclean = stops.filter((code) => code !== 0 && code !== 1);
  if (unclean.length > 0) problems.push(`it ended with ${unclean.join(', ')}`);
  if (stops.at(-1) !== 0) problems.push(`its last stop ended with ${stops.at(-1)}`);
  return {
    what: `${name} logged no text and no failure of its own, and ended when asked to (stops: ${stops.length})`,
    problems,
  };
};
