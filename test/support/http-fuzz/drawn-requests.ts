import { mutateDocument } from '../mutated-documents.ts';
import { type Draw, pick } from '../seeded-draw.ts';
import type { DescribedOperation } from './described-operations.ts';

/** A request to send. */
export interface DrawnRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | undefined;
}

/** What earlier answers said, for later requests: this is what makes the fuzz stateful. */
export interface Seen {
  readonly ids: string[];
  readonly hashes: string[];
  /** Hashes of receipts that are anchored. */
  readonly anchored: string[];
  readonly etags: string[];
  /** Paths below /data. */
  readonly addresses: string[];
  readonly documents: object[];
}

const KEPT = 300;

/** Keeps something that an answer said, and forgets what is old. */
export const remember = <Value>(list: Value[], value: Value): void => {
  list.push(value);
  if (list.length > KEPT) list.shift();
};

/** What nobody expects in a path. */
export const oddSegments = [
  '0', 'x', '%20', '..%2f..', '%00', '%E2%9C%93', '%ff', 'a'.repeat(3_000), 'index', 'F'.repeat(64), '0'.repeat(64), '~', '%2e%2e',
] as const; // prettier-ignore
const contentTypes = ['APPLICATION/JSON', 'text/plain', '', 'application/json;', 'multipart/form-data'] as const;
const accepts = ['*/*', 'text/html', 'application/problem+json, */*;q=0.1'] as const;
const encodings = ['identity', 'gzip', 'br', 'zstd', '*'] as const;
const prefers = ['wait=0', 'wait=1', 'wait=-1', 'wait=9999999999999', 'respond-async'] as const;
const queryValues = [
  '400',
  '5000',
  '20000',
  '0',
  '1e4',
  'kleros',
  'reality',
  'uma',
  'x'.repeat(3_000),
  '\u0000',
  '',
] as const;
const keys = ['key-1', 'key-2', 'key-3', 'x'.repeat(255), 'x'.repeat(256), 'ü', '"quoted"', ' '] as const;

const isOften = (draw: Draw): boolean => draw(5) > 0;

const pathOf = ({ path }: DescribedOperation, seen: Seen, draw: Draw): string => {
  const { ids, addresses, anchored } = seen;
  const hashes = /\/(?:anchors|evidence)\//.test(path) && anchored.length > 0 && draw(2) === 0 ? anchored : seen.hashes;
  const template = new RegExp(`^${path.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}$`);
  const known = addresses.filter((address) => template.test(address));
  if (path.includes('{') && known.length > 0 && draw(2) === 0) return pick(known, draw);
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    if (draw(5) === 0) return pick(oddSegments, draw);
    if (name === 'id' && ids.length > 0) return pick(ids, draw);
    return /hash|sha256/.test(name) && hashes.length > 0 ? pick(hashes, draw) : pick(oddSegments, draw);
  });
};

const textOf = (value: unknown): Buffer => Buffer.from(JSON.stringify(value));

/** A body: the example, with something that an answer said, changed, or anything. */
const bodyOf = (operation: DescribedOperation, seen: Seen, draw: Draw): Buffer => {
  const { example } = Object.values(operation.requestBody!.content)[0]!;
  const hash = seen.hashes.length > 0 ? pick(seen.hashes, draw) : 'a'.repeat(64);
  const ways: (() => Buffer)[] = [
    () => textOf(example),
    () => textOf({ ...(example as object), ...(draw(2) === 0 ? { seed: `seed ${draw(9)}` } : {}) }),
    () => textOf({ receipt_hash_sha256: hash }),
    () => textOf({ receipt_hash_sha256: String(draw(1_000)).padStart(64, 'e') }),
    () => textOf({ receipt: seen.documents.length > 0 ? pick(seen.documents, draw) : {} }),
    () =>
      textOf({
        receipt_hash_sha256: hash,
        claim: { by: 'buyer', text: 'It is late.', requested_outcome: 'reject_or_refund' },
      }),
    () => mutateDocument(textOf(example), draw, () => undefined).data,
    () => mutateDocument(textOf(example), draw, () => undefined).data,
    () => textOf(pick([null, true, [], {}, { a: 1 }, [[[]]], 'text', 1.5], draw)),
    () => Buffer.from(pick(['', '{', '[', '"', '{"a":1}{"a":1}', '\ufeff{}', '[[[[', 'null', '{"body":"x"'], draw)),
    () => Buffer.alloc(1 + draw(40), pick([0, 0x80, 0xff, 0x7b], draw)),
    () => Buffer.from(`{"body":"${'z'.repeat(pick([3_999, 4_000, 4_001, 65_520, 65_536, 70_000], draw))}"}`),
  ];
  return pick(ways, draw)();
};

/** A request to an operation, right or wrong, from any client. */
export const drawRequest = (
  operation: DescribedOperation,
  seen: Seen,
  { draw, token }: { draw: Draw; token: string },
): DrawnRequest => {
  const takesBody = operation.requestBody !== undefined;
  const method =
    draw(12) > 0 ? operation.method : pick(['HEAD', 'OPTIONS', 'PUT', 'DELETE', 'PATCH', 'GET', 'POST'], draw);
  const headers: Record<string, string> = { 'x-forwarded-for': `10.0.0.${draw(3)}` };
  if (draw(3) === 0) headers['accept'] = pick(accepts, draw);
  if (draw(3) === 0) headers['accept-encoding'] = pick(encodings, draw);
  if (draw(6) === 0) headers['if-none-match'] = pick(['*', 'W/"x"', '"', seen.etags.at(-1 - draw(20)) ?? '*'], draw);
  if (draw(12) === 0) headers['range'] = pick(['bytes=0-1', 'bytes=9-1', 'bytes=-0', 'lines=1'], draw);
  for (const parameter of operation.parameters ?? []) {
    if (parameter.in !== 'header' || draw(2) === 0) continue;
    // A key is worth trying with several bodies.
    const value = parameter.name === 'Prefer' ? pick(prefers, draw) : isOften(draw) ? keys[0] : pick(keys, draw);
    headers[parameter.name.toLowerCase()] = Buffer.from(value).toString('latin1');
  }
  if ((operation.security ?? []).length > 0) {
    headers['authorization'] = `Bearer ${token}`;
    // A client that fails too often is refused for a while: those who fail are many.
    if (!isOften(draw)) {
      headers['authorization'] = pick(['', 'Bearer', 'Bearer x', `Basic ${token}`, `bearer  ${token}`], draw);
      headers['x-forwarded-for'] = `10.1.${draw(200)}.${draw(200)}`;
    }
  }
  if (takesBody || draw(40) === 0)
    headers['content-type'] = draw(10) > 0 ? 'application/json' : pick(contentTypes, draw);
  const query = (operation.parameters ?? []).filter((one) => one.in === 'query' && draw(2) === 0);
  const asked = new URLSearchParams(query.map(({ name }) => [name, pick(queryValues, draw)])).toString();
  const body = takesBody && method !== 'HEAD' && draw(30) > 0 ? bodyOf(operation, seen, draw) : undefined;
  return { method, path: pathOf(operation, seen, draw) + (asked && `?${asked}`), headers, body };
};
