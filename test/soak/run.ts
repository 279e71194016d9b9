/**
 * `npm run soak -- --minutes N --seed S`, before a release: requests and anchors on the built service over SQLite and over PostgreSQL
 * while processes, PostgreSQL and the node of a simulated chain fail. Then compares what was acknowledged with what is there.
 * Loopback only; exit code 1 when anything is wrong.
 */
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Command } from 'commander';
import { wholeNumber } from '../../src/cli/terminal.ts';
import { databaseUrl } from '../../src/config/values.ts';
import { type Devnet, openDevnet } from '../../src/devnet/devnet.ts';
import { MAX_CHAIN_SPEND_MICROCCD } from '../../src/domain/anchors/anchor-plan.ts';
import { sha256Hex } from '../../src/domain/json/hash.ts';
import { anchorStore } from '../../src/storage/anchors.ts';
import { openDatabase } from '../../src/storage/database.ts';
import setup from '../support/build.ts';
import { call, post } from '../support/call.ts';
import { anchoringOn, asAdmin } from '../support/chain-double/settings.ts';
import { ratesFor } from '../support/chain-double/world.ts';
import { type Postgres, startPostgres } from '../support/postgres.ts';
import { type Draw, drawFrom, pick } from '../support/seeded-draw.ts';
import { newFolder, newStore, type RunningServer, runToEnd, startServer } from '../support/server.ts';

const { minutes, seed } = new Command('soak')
  .description('Load the built service while processes, the database and the chain fail; then count what is there.')
  .option('--minutes <number>', 'how long', wholeNumber(1, 1_440), 10)
  .option('--seed <number>', 'the same seed draws the same', wholeNumber(0, 999_999), Date.now() % 1_000_000)
  .parse()
  .opts<{ minutes: number; seed: number }>();

const CLIENTS = 6;
const PATIENCE_MS = 20_000;
const KIT = '/api/agent-acceptance-kit';
/** The usual fee of an anchor, in micro-CCD: the budget covers about fifty. */
const FEE = 80_000n;
/** Stands in every text, so that a log line with a text is found. */
const MARKER = 'text-that-belongs-in-no-log';

/** Tries again what fails while something it needs is away. */
const insist = async <Value>(attempt: () => Promise<Value>): Promise<Value> => {
  for (let left = 60; ; left -= 1) {
    try {
      return await attempt();
    } catch (failure) {
      if (left === 0) throw failure;
      await sleep(500);
    }
  }
};

/** A process of the service that is ended and started again. */
class Instance {
  running: RunningServer | undefined;
  said = '';
  stops: (number | null)[] = [];
  readonly settings: Readonly<Record<string, string>>;
  constructor(settings: Readonly<Record<string, string>>) {
    this.settings = settings;
  }
  async start(): Promise<void> {
    this.running ??= await insist(() => startServer(this.settings));
  }
  async end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    const ending = this.running;
    if (ending === undefined) return;
    this.running = undefined;
    const code = await ending.stop(signal);
    if (signal === 'SIGTERM') this.stops.push(code);
    this.said += ending.output();
  }
}

/** A request that was sent, and its receipt once it was acknowledged. */
interface Sent {
  readonly text: string;
  readonly key: string | undefined;
  receipt?: { readonly id: string; readonly receipt_hash_sha256: string };
}

/** A store with its processes, its chain, and what its clients remember. */
interface Arena {
  readonly name: string;
  readonly url: string;
  readonly instances: readonly Instance[];
  readonly devnet: Devnet;
  readonly postgres?: Postgres;
  readonly draw: Draw;
  readonly sent: Sent[];
  /** The hashes whose anchoring was acknowledged. */
  readonly anchored: Set<string>;
  readonly problems: string[];
}

const openArena = async (name: string, count: number, draw: Draw): Promise<Arena> => {
  const devnet = await openDevnet({ blockEveryMs: 200, rates: ratesFor(FEE) });
  const postgres = count === 1 ? undefined : await startPostgres();
  const url = postgres ? await postgres.newDatabase() : await newStore();
  const SERVICE_KEY_FILE = join(await newFolder(), 'service-key.json');
  const settings = { ...(await anchoringOn(devnet)), SERVICE_KEY_FILE, DATABASE_URL: url };
  const instances = Array.from({ length: count }, () => new Instance(settings));
  const own = { sent: [], anchored: new Set<string>(), problems: [] };
  return { name, url, instances, devnet, draw, ...own, ...(postgres && { postgres }) };
};

/** Asks any process; undefined without an answer. */
const ask = async ({ instances, draw, problems }: Arena, path: string, body?: object, headers = {}) => {
  const url = pick(instances, draw).running?.url;
  if (url === undefined) return undefined;
  const signal = AbortSignal.timeout(PATIENCE_MS);
  const asked = body ? post(url + path, body, headers) : call(url + path, { signal });
  const answer = await asked.catch(() => undefined);
  if (answer && answer.status >= 500 && answer.status !== 503) problems.push(`${path}: ${answer.text.slice(0, 300)}`);
  return answer;
};

const submit = async (arena: Arena, request: Sent): Promise<void> => {
  const headers = request.key === undefined ? {} : { 'idempotency-key': request.key };
  const answer = await ask(arena, '/api/intake', { kind: 'question', body: request.text }, headers);
  if (answer?.status === 201) {
    const receipt = answer.json as unknown as NonNullable<Sent['receipt']>;
    if (request.receipt && request.receipt.id !== receipt.id) arena.problems.push(`two receipts for ${request.key}`);
    request.receipt = receipt;
  } else if (answer && answer.status < 500 && answer.status !== 409) arena.problems.push(`intake ${answer.status}`);
};

/** One act of a client: a new request, one again, a status, an anchor. */
const act = async (arena: Arena): Promise<void> => {
  const { draw, sent, name } = arena;
  const kind = draw(10);
  const known = sent.at(-1 - draw(sent.length || 1));
  if (kind < 6 || known === undefined) {
    const request = {
      text: `${MARKER} ${name} ${sent.length}`,
      key: draw(3) === 0 ? undefined : `${name}-${sent.length}`,
    };
    sent.push(request);
    await submit(arena, request);
  } else if (kind < 8) {
    if (known.key !== undefined) await submit(arena, known);
  } else if (kind === 8) {
    const answer = known.receipt && (await ask(arena, `/api/intake/${known.receipt.id}`));
    if (answer?.status === 404) arena.problems.push(`the acknowledged request ${known.receipt!.id} is not there`);
  } else {
    const hash = sha256Hex(`${name} anchor ${draw(90)}`);
    const answer = await ask(arena, `${KIT}/anchor-live`, { receipt_hash_sha256: hash }, asAdmin);
    if (answer && answer.status < 300) arena.anchored.add(hash);
  }
};

/** What may go wrong in an arena. The first of several processes is the one that ends. */
const badDays = ({ instances: [instance], devnet: { failures, chain }, postgres }: Arena): (() => Promise<unknown>)[] => [
  async () => (await instance!.end('SIGKILL'), instance!.start()),
  async () => (await instance!.end('SIGTERM'), instance!.start()),
  async () => ((failures.unavailable = true), await sleep(4_000), (failures.unavailable = false)),
  async () => ((failures.silent = true), await sleep(6_000), (failures.silent = false)),
  async () => (failures.loseAcknowledgements = 2),
  async () => (chain.failures.dropNext = 1),
  async () => (chain.failures.rejectNext = 1),
  ...(postgres ? [async () => (await postgres.kill(), insist(() => postgres.start()))] : []),
]; // prettier-ignore

const live = async (arena: Arena, until: number): Promise<void> => {
  const { draw } = arena;
  const client = async (): Promise<void> => {
    for (; Date.now() < until; await sleep(20 + draw(60))) await act(arena);
  };
  const clients = Array.from({ length: CLIENTS }, client);
  for (; Date.now() < until; await sleep(1_000 + draw(3_000))) await pick(badDays(arena), draw)();
  await Promise.all(clients);
};

/** Ends the failures, sends what has a key until it has a receipt, and waits until no money is held. */
const settle = async (arena: Arena): Promise<void> => {
  Object.assign(arena.devnet.failures, { unavailable: false, silent: false, loseAcknowledgements: 0 });
  Object.assign(arena.devnet.chain.failures, { dropNext: 0, rejectNext: 0 });
  for (let round = 0; round < 180; round += 1) {
    const open = arena.sent.filter(({ key, receipt }) => key !== undefined && receipt === undefined);
    await Promise.all(open.map((request) => submit(arena, request)));
    const manifest = await ask(arena, `${KIT}/manifest`);
    const { budget } = (manifest?.json ?? {}) as { budget?: { reserved_microccd: string } };
    if (open.length === 0 && budget?.reserved_microccd === '0') return;
    await sleep(1_000);
  }
};

/** What is wrong with the store of an arena, which nobody uses any more, and with what its processes said. */
const review = async ({ url, sent, anchored, devnet, instances, problems }: Arena): Promise<string[]> => {
  const found = [...problems];
  const db = await openDatabase(databaseUrl.parse(url) as Parameters<typeof openDatabase>[0]);
  const rows = (await db.knex('intake').select('id', 'body', 'body_sha256', 'receipt_hash_sha256')) as Record<
    string,
    string
  >[];
  const ledger = anchorStore(db);
  const entries = await ledger.list({ limit: 10_000 });
  const { chargedMicroCcd, reservedMicroCcd } = await ledger.totals();
  await db.close();

  const byBody = Map.groupBy(rows, ({ body }) => body);
  for (const { text, receipt } of sent) {
    const stored = byBody.get(text) ?? [];
    if (stored.length > 1 || (receipt && stored.length === 0)) found.push(`stored ${stored.length} times: ${text}`);
    if (receipt === undefined) continue;
    const [{ id, body_sha256, receipt_hash_sha256 } = {}] = stored;
    if (id !== receipt.id || body_sha256 !== sha256Hex(text) || receipt_hash_sha256 !== receipt.receipt_hash_sha256)
      found.push(`${receipt.id} is not what its receipt says`);
  }
  const onChain = devnet.chain.transactions();
  const spent = onChain.reduce((sum, { cost }) => sum + cost, 0n);
  if (chargedMicroCcd !== spent) found.push(`${chargedMicroCcd} micro-CCD are recorded, ${spent} were charged`);
  if (spent > MAX_CHAIN_SPEND_MICROCCD || reservedMicroCcd !== 0n)
    found.push(`${spent} spent, ${reservedMicroCcd} held`);
  const registered = onChain.flatMap(({ effect }) =>
    'registered' in effect ? [effect.registered.toString('latin1').slice(-64)] : [],
  );
  if (new Set(registered).size !== registered.length) found.push('a hash was registered twice');
  for (const hash of anchored) {
    const entry = entries.find(({ receiptHash }) => receiptHash === hash);
    if (!['finalized', 'failed'].includes(entry?.state ?? '')) found.push(`${hash} was taken and is ${entry?.state}`);
    if (entry?.state === 'finalized' && !registered.includes(hash)) found.push(`${hash} is not on the chain`);
  }
  const checked = await runToEnd('cli/store.ts', ['check'], { DATABASE_URL: url });
  if (checked.code !== 0) found.push(checked.stdout + checked.stderr);
  for (const { said, stops } of instances) {
    if (said.includes(MARKER)) found.push('a text stands in the log');
    if (said.includes('request failed')) found.push('a request failed');
    if (stops.at(-1) !== 0) found.push(`the last stop ended with ${stops.at(-1)}`);
  }
  return found;
};

await setup();
console.log(`Soak of ${minutes} minutes, seed ${seed}.`);
const arenas = [await openArena('sqlite', 1, drawFrom(seed)), await openArena('postgres', 2, drawFrom(seed + 1))];
let failed = false;
try {
  await Promise.all(arenas.flatMap(({ instances }) => instances).map((instance) => instance.start()));
  const until = Date.now() + minutes * 60_000;
  await Promise.all(arenas.map((arena) => live(arena, until)));
  for (const arena of arenas) {
    await settle(arena);
    for (const instance of arena.instances) await instance.end('SIGTERM');
    const problems = await review(arena);
    failed ||= problems.length > 0;
    const { name, sent, anchored } = arena;
    console.log(`${name}: ${sent.length} requests, ${anchored.size} anchors, ${problems.length} problems`);
    for (const problem of problems.slice(0, 20)) console.log(`  ${problem}`);
  }
} finally {
  for (const { instances, devnet, postgres } of arenas) {
    for (const instance of instances) await instance.end('SIGKILL');
    await devnet.close();
    await postgres?.remove();
  }
}
process.exit(failed ? 1 : 0);
