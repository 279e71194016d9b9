import { existsSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Sha256Hex } from '../domain/json/sha256.ts';
import { parseStrictJson } from '../domain/json/strict-json.ts';
import { readKeys } from '../domain/keys/keys-document.ts';
import { type KeySource, type KnownKey, knownKeys, pinKeys, Thumbprint } from '../domain/keys/public-key.ts';
import { isServiceError } from '../domain/vocabulary/errors.ts';
import { brand } from '../domain/vocabulary/service.ts';
import { CommandError, printableInLine } from './terminal.ts';

/** The maximum size of a document, wherever it comes from. */
const MAX_BYTES = 4 * 1024 * 1024;
/** The time limit of a request, with its redirects and until the last byte has arrived. */
const TIMEOUT_MS = 15_000;
/** Redirects that are followed, all within the origin that was named. */
const REDIRECTS_MAX = 3;

/** A document to verify, with the requested receipt hash if there is one. */
export interface VerifySource {
  readonly bytes: Uint8Array;
  readonly from: string;
  readonly receiptHash: Sha256Hex | undefined;
  /** The address of the service that gave the document; undefined when it is a file. */
  readonly service?: string;
}

export interface FindOptions {
  /** Base address of the service to ask for a bare hash. */
  readonly base?: string | undefined;
  /** Finds the file of the receipt with this hash, before a service is asked. */
  readonly findReceipt?: ((hash: Sha256Hex) => Promise<string | undefined>) | undefined;
}

/** The hash in the last segment of a path or address, with or without `.json`. */
const hashInName = (path: string): Sha256Hex | undefined =>
  /(?:^|[/\\])([0-9a-fA-F]{64})(?:\.json)?$/.exec(path)?.[1]?.toLowerCase();

const openFile = async (path: string): Promise<VerifySource> => {
  const { size } = await stat(path);
  if (size > MAX_BYTES) throw new CommandError(`${path} has ${size} bytes; at most ${MAX_BYTES} are read.`);
  return { bytes: await readFile(path), from: path, receiptHash: hashInName(path) };
};

const readBounded = async (body: AsyncIterable<Uint8Array>): Promise<Uint8Array> => {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body) {
    length += chunk.length;
    if (length > MAX_BYTES) throw new CommandError(`There is more than the ${MAX_BYTES} bytes that are read.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
};

/** Asks an address, and whatever it redirects to within its own origin: nobody else is asked than who was named. */
const fetchFromOrigin = async (
  address: string,
  redirects = REDIRECTS_MAX,
  signal = AbortSignal.timeout(TIMEOUT_MS),
): Promise<Response> => {
  const answer = await fetch(address, { signal, redirect: 'manual', headers: { accept: 'application/json' } });
  const location = answer.headers.get('location');
  if (answer.status < 300 || answer.status > 399 || location === null) return answer;
  await answer.body?.cancel();
  const target = URL.canParse(location, address) ? new URL(location, address) : undefined;
  if (target?.origin !== new URL(address).origin)
    throw new CommandError(
      `${address} redirects elsewhere, and only the origin that was named is asked. Name the other address if you trust it: ${printableInLine(target?.href ?? 'it is not valid')}`,
    );
  if (redirects === 0) throw new CommandError(`${address} redirects too often.`);
  return fetchFromOrigin(target.href, redirects - 1, signal);
};

/**
 * What an http(s) address answers.
 * @throws CommandError when it gives no answer, another status than 200, too much, or a redirect to another origin.
 */
export const readAddress = async (address: string): Promise<Uint8Array> => {
  try {
    const answer = await fetchFromOrigin(address);
    if (answer.status !== 200) throw new CommandError(`${address} answers with status ${answer.status}.`);
    return answer.body === null ? new Uint8Array() : await readBounded(answer.body);
  } catch (error) {
    if (error instanceof CommandError) throw error;
    const why =
      error instanceof Error && error.name === 'TimeoutError'
        ? `no answer within ${TIMEOUT_MS / 1000} s`
        : 'no connection';
    throw new CommandError(`${address} did not answer: ${why}.`);
  }
};

const openAddress = async (address: string, receiptHash?: Sha256Hex): Promise<VerifySource> => ({
  bytes: await readAddress(address),
  from: address,
  receiptHash: receiptHash ?? hashInName(new URL(address).pathname),
  service: address,
});

/**
 * Opens the document of a file name, a bare receipt hash, an http(s) address or, for `-`, of standard input.
 * A hash is looked up among the receipts at hand, then as an evidence pack at the base address.
 * @throws CommandError when there is none, or it is too large or too slow.
 */
export const openVerifySource = async (target: string, { base, findReceipt }: FindOptions): Promise<VerifySource> => {
  if (target === '-')
    return { bytes: await readBounded(process.stdin), from: 'standard input', receiptHash: undefined };
  if (/^https?:\/\//i.test(target)) {
    if (!URL.canParse(target)) throw new CommandError('The address is not valid.');
    return openAddress(target);
  }
  if (existsSync(target)) return openFile(target);
  if (!/^[0-9a-fA-F]{64}$/.test(target)) {
    throw new CommandError(
      `There is no file ${basename(target)}, and it is neither an address nor a hash of 64 digits.`,
    );
  }
  const hash = target.toLowerCase();
  const path = await findReceipt?.(hash);
  if (path !== undefined) return { ...(await openFile(path)), receiptHash: hash };
  if (base === undefined) {
    throw new CommandError(
      'There is no receipt with this hash at hand. Name a service to ask with --from <base address>.',
    );
  }
  if (!/^https?:\/\//i.test(base) || !URL.canParse(base))
    throw new CommandError('--from takes an http or https address.');
  const address = `${base.replace(/\/+$/, '')}/api/${brand.adjudicator}/evidence/agent-acceptance/${hash}`;
  return openAddress(address, hash);
};

export interface KeyOptions {
  /** File or http(s) address of a keys document. */
  readonly keys: string | undefined;
  /** Thumbprints; where there are any, no other key counts. */
  readonly pin: readonly string[];
  /** Address of the service whose keys are taken where no keys are named. */
  readonly service: string | undefined;
}

const isAddress = (text: string): boolean => /^https?:\/\//i.test(text) && URL.canParse(text);

const KEYS_PATH = '/static/keys.json';

const readText = async (from: string): Promise<Uint8Array> =>
  isAddress(from)
    ? readAddress(from)
    : readFile(from).catch(() => {
        throw new CommandError(`There is no readable keys file ${basename(from)}.`);
      });

const parse = (text: Uint8Array, from: string): unknown => {
  try {
    return parseStrictJson(text).value;
  } catch (error) {
    if (!isServiceError(error)) throw error;
    throw new CommandError(`The keys of ${from} are refused: they are not acceptable JSON.`);
  }
};

/**
 * The keys that a signature is judged by. Without --keys they are those that the service publishes,
 * if one is named; a service that publishes none gives none.
 * @throws CommandError when a list cannot be read, or is refused, with every reason.
 */
export const openKeys = async ({ keys, pin, service }: KeyOptions): Promise<KnownKey[]> => {
  const wrong = pin.find((thumbprint) => !Thumbprint.safeParse(thumbprint).success);
  if (wrong !== undefined) throw new CommandError('--pin takes an RFC 7638 thumbprint: 43 characters of base64url.');
  const origin = service !== undefined && isAddress(service) ? new URL(service).origin : undefined;
  const from = keys ?? (origin === undefined ? undefined : origin + KEYS_PATH);
  if (from === undefined) return [];
  const text = await readText(from).catch((error: unknown) => {
    if (keys === undefined && error instanceof CommandError) return undefined;
    throw error;
  });
  if (text === undefined) return [];
  const listed = await readKeys(parse(text, from));
  if (listed.problems.length > 0)
    throw new CommandError(`The keys of ${from} are refused:\n${listed.problems.join('\n')}`);
  const known: KeySource = isAddress(from)
    ? { by: 'address', address: keys === undefined ? origin! : from }
    : { by: 'file', name: basename(from) };
  return pinKeys(knownKeys(listed.keys, known), pin);
};
