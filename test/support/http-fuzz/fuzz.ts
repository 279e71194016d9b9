import { Agent, request } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { openDevnet } from '../../../src/devnet/devnet.ts';
import { ADMIN_TOKEN, anchoringOn } from '../chain-double/settings.ts';
import { ratesFor } from '../chain-double/world.ts';
import { hostService } from '../hosted-service.ts';
import { drawFrom, pick } from '../seeded-draw.ts';
import { newStore } from '../server.ts';
import { storedIds } from '../stored-requests.ts';
import { type DescribedOperation, type FuzzedAnswer, readDescription } from './described-operations.ts';
import { type DrawnRequest, drawRequest, oddSegments, remember, type Seen } from './drawn-requests.ts';

/** What a fuzz did and found. */
interface Fuzzed {
  readonly sent: number;
  /** How many answers there were, by operation and status. */
  readonly answers: ReadonlyMap<string, number>;
  /** The ids of the intake requests that were answered with 201. */
  readonly acknowledged: ReadonlySet<string>;
  /** What was wrong, each with the request. */
  readonly problems: readonly string[];
}

interface FuzzOptions {
  readonly url: string;
  /** The token of the administrator, for live anchoring. */
  readonly token: string;
  readonly requests: number;
  readonly seed: number;
  /** Called before each request with its number, for what happens meanwhile: a node that is away, for instance. */
  readonly meanwhile?: (number: number) => void;
}

const AT_ONCE = 8;
/** How many addresses of one answer are kept. */
const LEARNT_AT_ONCE = 20;

const decoded = (bytes: Buffer, encoding: string | undefined): string => {
  if (bytes.length === 0 || encoding === undefined) return bytes.toString();
  return (encoding === 'br' ? brotliDecompressSync(bytes) : gunzipSync(bytes)).toString();
};

const send = (url: string, agent: Agent, { method, path, headers, body }: DrawnRequest): Promise<FuzzedAnswer> =>
  new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { 'content-length': String(body.length) };
    const sent = request(url, { agent, method, path, headers: { ...headers, ...length } }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const { 'content-type': type, 'content-encoding': encoding, etag } = response.headers;
        const text = decoded(Buffer.concat(chunks), encoding);
        resolve({ status: response.statusCode!, mediaType: type?.split(';')[0]!.trim(), etag, text });
      });
    });
    sent.on('error', reject);
    sent.end(body);
  });

const told = ({ method, path, headers, body }: DrawnRequest): string => {
  const { authorization: _, ...rest } = headers;
  return `${method} ${path.slice(0, 200)} ${JSON.stringify(rest)} ${body?.toString('latin1').slice(0, 600) ?? ''}`;
};

/**
 * Sends requests to every operation of /openapi.json, right and wrong, some made of earlier answers, and judges every answer by that
 * document. Odd segments come first, once in each place of a parameter. The same seed draws the same, as far as the answers are the same.
 */
const fuzz = async ({ url, token, requests, seed, meanwhile }: FuzzOptions): Promise<Fuzzed> => {
  const description = await readDescription(url);
  const draw = drawFrom(seed);
  const seen: Seen = { ids: [], hashes: [], anchored: [], etags: [], addresses: [], documents: [] };
  const answers = new Map<string, number>();
  const acknowledged = new Set<string>();
  const problems: string[] = [];
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
  // Documents are the same bytes each time: what is live, and what takes a body, is asked more often.
  const weighted = description.operations.flatMap((operation) =>
    Array<DescribedOperation>(operation.requestBody ? 12 : operation.path.startsWith('/api/') ? 3 : 1).fill(operation),
  );
  let sent = 0;

  const learn = (operation: DescribedOperation, { status, mediaType, etag, text }: FuzzedAnswer): void => {
    if (etag !== undefined) remember(seen.etags, etag);
    if (status >= 300 || mediaType !== 'application/json') return;
    const addresses = [...text.matchAll(/"(?:https?:\/\/[^/"]+)?(\/data\/[\w./-]+|[\w-]+\.(?:json|txt))"/g)]
      .map(([, address]) => (address!.startsWith('/') ? address! : `/data/vectors/${address}`))
      .filter((address) => !description.operations.some(({ path }) => path === address));
    for (let left = Math.min(addresses.length, LEARNT_AT_ONCE); left > 0; left -= 1)
      remember(seen.addresses, pick(addresses, draw));
    if (text.length > 100_000) return;
    for (const [hash] of text.slice(0, 20_000).matchAll(/\b[0-9a-f]{64}\b/g)) remember(seen.hashes, hash);
    const document = JSON.parse(text || '{}') as { id?: string; receipt_hash_sha256?: string };
    if (operation.operationId === 'anchorLive') remember(seen.anchored, document.receipt_hash_sha256!);
    remember(seen.documents, document);
    if (operation.operationId !== 'submitIntake' || status !== 201) return;
    remember(seen.ids, document.id!);
    acknowledged.add(document.id!);
  };

  const judge = (operation: DescribedOperation, drawn: DrawnRequest, answer: FuzzedAnswer): string | undefined => {
    const asked = drawn.method === 'HEAD' ? 'GET' : drawn.method;
    const meant = description.operations.find(({ path, method }) => path === operation.path && method === asked);
    // At an address that exists, OPTIONS is answered and a method that it does not have is refused.
    if (meant === undefined && answer.status !== 404) {
      if (asked === 'OPTIONS') return answer.status === 204 ? undefined : `OPTIONS is answered with ${answer.status}`;
      if (answer.status !== 405) return `${asked} is answered with ${answer.status}`;
    }
    return description.problemOf(meant ?? operation, drawn.method, answer);
  };

  const ask = async (drawnFor: DescribedOperation, drawn: DrawnRequest): Promise<void> => {
    // A parameter may make the address of another document: `index` in the place of a hash.
    const operation =
      description.operations.find(({ path, method }) => path === drawn.path && method === drawnFor.method) ?? drawnFor;
    try {
      const answer = await send(url, agent, drawn);
      const name = `${operation.operationId} ${answer.status}`;
      answers.set(name, (answers.get(name) ?? 0) + 1);
      const problem = judge(operation, drawn, answer);
      if (problem !== undefined)
        problems.push(`${operation.operationId}: ${problem}\n  ${told(drawn)}\n  ${answer.text.slice(0, 400)}`);
      else learn(operation, answer);
    } catch (failure) {
      problems.push(`${operation.operationId}: no answer (${String(failure)})\n  ${told(drawn)}`);
    }
  };

  for (const operation of description.operations.filter(({ path }) => path.includes('{')))
    for (const segment of oddSegments) {
      const path = operation.path.replace(/\{\w+\}/g, () => segment);
      await ask(operation, { method: operation.method, path, headers: {}, body: undefined });
    }
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      while (sent < requests) {
        meanwhile?.(sent);
        sent += 1;
        const operation = pick(weighted, draw);
        await ask(operation, drawRequest(operation, seen, { draw, token }));
      }
    }),
  );
  agent.destroy();
  return { sent, answers, acknowledged, problems };
};

/** A fee with which the budget covers some of the anchors that are asked for. */
const FEE = 500_000n;

/** Fuzzes a built service that anchors on a simulation, whose node is away now and then. */
export const fuzzService = async (requests: number, seed: number): Promise<Fuzzed & { readonly stored: string[] }> => {
  const devnet = await openDevnet({ blockEveryMs: 50, rates: ratesFor(FEE) });
  const store = await newStore();
  const settings = { ...(await anchoringOn(devnet)), DATABASE_URL: store, TRUSTED_PROXY_HOPS: '1' };
  const server = await hostService(settings);
  try {
    const fuzzed = await fuzz({
      url: server.url,
      token: ADMIN_TOKEN,
      requests,
      seed,
      meanwhile: (number) => (devnet.failures.unavailable = number % 4_000 > 3_000),
    });
    const failed = server.output().includes('request failed') ? [`the log has a failure:\n${server.output()}`] : [];
    return { ...fuzzed, problems: [...fuzzed.problems, ...failed], stored: await storedIds(store) };
  } finally {
    devnet.failures.unavailable = false;
    await server.end();
    await devnet.close();
  }
};
