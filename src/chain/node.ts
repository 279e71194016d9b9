import type { BlockItemSummaryInBlock, ConcordiumGRPCClient } from '@concordium/web-sdk';
import type { FinalizedOutcome, TransactionStatus } from '../domain/anchors/anchor-chain.ts';
import {
  type AnchorCheck,
  type AnchorClaimed,
  checkAnchor,
  type NodeTestimony,
} from '../domain/anchors/anchor-check.ts';
import { ChainFailure, type ChainFailureCode, isChainFailure } from '../domain/anchors/anchor-state.ts';
import type { Sha256Hex } from '../domain/json/sha256.ts';
import type { Timestamp } from '../domain/vocabulary/timestamp.ts';
import { capitalized } from '../domain/vocabulary/words.ts';
import { readPrivateLines } from '../private-file.ts';

/** The gRPC status of a failed call; undefined for other errors. */
export const rpcCode = (failure: unknown): string | undefined =>
  failure instanceof Error && failure.name === 'RpcError' && 'code' in failure ? String(failure.code) : undefined;

/** What each gRPC status that is no answer about the chain means here; any other is an unusable answer. */
const statuses: Readonly<Record<string, ChainFailureCode>> = {
  ...Object.fromEntries(
    ['UNAVAILABLE', 'DEADLINE_EXCEEDED', 'RESOURCE_EXHAUSTED', 'CANCELLED', 'ABORTED', 'INTERNAL', 'UNKNOWN'].map(
      (status) => [status, 'node_unavailable'],
    ),
  ),
  UNIMPLEMENTED: 'node_refuses_call',
  UNAUTHENTICATED: 'node_refuses_call',
  PERMISSION_DENIED: 'node_refuses_call',
};

/** The message of a failed call, which may be percent-encoded: printable and at most 200 characters. */
const saidBy = (failure: Error): string => {
  let text = failure.message;
  try {
    text = decodeURIComponent(text);
  } catch {
    // It is not percent-encoded.
  }
  return text.replace(/[^\x20-\x7e]/g, '?').slice(0, 200);
};

/** A failed call in words: its name, its gRPC status, and what the node or the connection said. */
export const describeCall = (failure: Error, status: string): string => {
  const name = 'methodName' in failure && typeof failure.methodName === 'string' ? failure.methodName : 'The call';
  return `${name} ended with ${status}: ${saidBy(failure)}`;
};

/** Converts an error to a failure of the chain that names the call, its status and what was said. */
export const asChainFailure = (failure: unknown): ChainFailure => {
  if (isChainFailure(failure)) return failure;
  const status = rpcCode(failure);
  if (status === undefined) return new ChainFailure('node_answer_unusable', { cause: failure });
  const detail = describeCall(failure as Error, status);
  return new ChainFailure(statuses[status] ?? 'node_answer_unusable', { cause: failure, detail });
};

/**
 * Limits the time of some work.
 * @throws ChainFailure node_unavailable when the work takes longer
 */
const withinLimit = <Result>(milliseconds: number, work: Promise<Result>): Promise<Result> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new ChainFailure('node_unavailable', { detail: `The answer took longer than ${milliseconds} ms.` })),
      milliseconds,
    );
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });

/** A header that a client may send in gRPC (gRPC over HTTP/2, "Custom-Metadata"), as text. */
const HEADER = /^([0-9a-z_.-]+):[ \t]*([\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?)[ \t]*$/i;

const refuse = (detail: string): never => {
  throw new ChainFailure('headers_file_unusable', { detail });
};

/**
 * The headers for every call to the node, from a file with one `name: value` in each line (SPEC.md §10.12). Empty lines and
 * lines that begin with # are skipped.
 * @throws ChainFailure headers_file_unusable; the message contains neither content nor path of the file.
 */
export const readGrpcHeaders = async (path: string): Promise<Record<string, string>> => {
  const file = await readPrivateLines(path);
  if ('problem' in file) return refuse(capitalized(file.problem));
  const headers: Record<string, string> = {};
  for (const [number, line] of file.lines) {
    const [, name, value] = HEADER.exec(line) ?? [];
    if (name === undefined || value === undefined) return refuse(`Line ${number} is not of the form name: value.`);
    const lower = name.toLowerCase();
    if (lower.startsWith('grpc-') || lower.endsWith('-bin'))
      return refuse(`Line ${number}: gRPC keeps names that begin with grpc- or end with -bin for other uses.`);
    if (lower in headers) return refuse(`Line ${number} names a header for the second time.`);
    headers[lower] = value;
  }
  if (Object.keys(headers).length === 0) return refuse('It holds no header.');
  return headers;
};

/** Milliseconds after which a call to the node fails. */
const CALL_LIMIT_MS = 5_000;

// Loading the SDK takes a quarter of a second and 50 MB, so it is loaded only when needed.
export const loadSdk = () => import('@concordium/web-sdk');
const loadNodeClient = () => import('@concordium/web-sdk/nodejs');

const finalizedOutcome = ({ blockHash, summary }: BlockItemSummaryInBlock): FinalizedOutcome => {
  if (summary === null || !('cost' in summary)) throw new ChainFailure('node_answer_unusable');
  const rejected = summary.transactionType === 'failed' ? summary.rejectReason : undefined;
  return {
    blockHash: blockHash.toString(),
    transactionHash: summary.hash.toString(),
    sender: summary.sender.toString(),
    energy: summary.energyCost.value,
    chargedMicroCcd: summary.cost,
    registeredHex: summary.transactionType === 'registerData' ? summary.dataRegistered.data : null,
    rejected: rejected === undefined ? null : (rejected?.tag ?? 'unknown'),
  };
};

/** Uses the client of one node. Every error becomes a ChainFailure. */
export type Ask = <Result>(use: (client: ConcordiumGRPCClient) => Promise<Result>) => Promise<Result>;

/**
 * Channel options under which a connection that went silent is given up and replaced (SPEC.md §10.8).
 * Only a connection with a call on it is probed: nodes may disconnect clients that probe idle ones.
 */
const keepAlive = (callLimitMs: number) => ({
  'grpc.keepalive_time_ms': callLimitMs,
  'grpc.keepalive_timeout_ms': callLimitMs,
  'grpc.initial_reconnect_backoff_ms': Math.min(1_000, callLimitMs),
  'grpc.max_reconnect_backoff_ms': callLimitMs,
});

/** Where a node is, and how it is asked. */
export interface NodeAccess {
  /** `https://host:port`, or `http://host:port` without TLS. */
  readonly url: URL;
  /** A file with headers for every call (SPEC.md §10.12). */
  readonly headersFile?: string | undefined;
  readonly callLimitMs?: number;
}

/** A client of a node. Loads and connects on first use. */
export const openClient = ({ url, headersFile, callLimitMs = CALL_LIMIT_MS }: NodeAccess): Ask => {
  let client: Promise<ConcordiumGRPCClient> | undefined;
  const connect = async (): Promise<ConcordiumGRPCClient> => {
    const meta = headersFile === undefined ? {} : await readGrpcHeaders(headersFile);
    const { ConcordiumGRPCNodeClient, credentials } = await loadNodeClient();
    const secure = url.protocol === 'https:';
    return new ConcordiumGRPCNodeClient(
      url.hostname,
      Number(url.port) || (secure ? 443 : 80),
      secure ? credentials.createSsl() : credentials.createInsecure(),
      {
        // Without a timeout, a silent peer would block forever.
        timeout: callLimitMs,
        meta,
        clientOptions: {
          ...keepAlive(callLimitMs),
          // A loopback address needs no proxy.
          ...(secure ? {} : { 'grpc.enable_http_proxy': 0 }),
        },
      },
    );
  };
  return async (use) => {
    const opened = await (client ??= connect().catch((failure: unknown) => {
      client = undefined;
      throw failure;
    }));
    return withinLimit(2 * callLimitMs, use(opened)).catch((failure: unknown) => {
      throw asChainFailure(failure);
    });
  };
};

/** The status of a transaction according to the node of this client. */
export const statusFrom = async (
  client: ConcordiumGRPCClient,
  transactionHash: Sha256Hex,
): Promise<TransactionStatus> => {
  const { TransactionHash } = await loadSdk();
  try {
    const answer = await client.getBlockItemStatus(TransactionHash.fromHexString(transactionHash));
    if (answer.status === 'finalized') return { kind: 'finalized', outcome: finalizedOutcome(answer.outcome) };
    return { kind: answer.status };
  } catch (failure) {
    if (rpcCode(failure) === 'NOT_FOUND') return { kind: 'absent' };
    throw failure;
  }
};

/** A Concordium node to read from, without a wallet and on any network. Loads and connects on first use. */
export const openNode = (access: NodeAccess) => {
  const ask = openClient(access);
  return {
    genesisBlock: () => ask(async (client) => (await client.getConsensusStatus()).genesisBlock.toString()),
    status: (transactionHash: Sha256Hex) => ask((client) => statusFrom(client, transactionHash)),
    /** The time that a block states for itself. */
    blockTime: (blockHash: Sha256Hex) =>
      ask(async (client) => {
        const { BlockHash } = await loadSdk();
        return (await client.getBlockInfo(BlockHash.fromHexString(blockHash))).blockSlotTime;
      }),
  };
};

const loopback = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * The address of a node: `https://host:port`, or `http://host:port` on loopback.
 * @throws TypeError that says what is wrong with it.
 */
export const parseNodeAddress = (text: string): URL => {
  if (!URL.canParse(text)) throw new TypeError('the node address is not of the form https://host:port');
  const url = new URL(text);
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    throw new TypeError('the node address must begin with https://, or http:// on loopback');
  if (url.protocol === 'http:' && !loopback.has(url.hostname))
    throw new TypeError('http:// is for loopback only: otherwise the answer of the node could be changed in transit');
  if (url.pathname !== '/' || url.search || url.hash || url.username)
    throw new TypeError('the node address must contain only scheme, host and port');
  return url;
};

/**
 * Checks an anchor against one node: finalized, register-data, sender, exact bytes, hash. When the node cannot be reached, the
 * checks are unverified.
 * @returns the checks, and the time of the block in which the node has the transaction, when it is final
 */
export const checkAnchorAtNode = async (
  node: URL,
  claimed: AnchorClaimed,
  callLimitMs = CALL_LIMIT_MS,
): Promise<{ checks: AnchorCheck[]; blockTime: Timestamp | undefined }> => {
  const opened = openNode({ url: node, callLimitMs });
  let testimony: NodeTestimony = {};
  let blockTime: Timestamp | undefined;
  try {
    testimony = { genesisBlock: await opened.genesisBlock() };
    const status = await opened.status(claimed.transactionHash);
    testimony = { ...testimony, status };
    if (status.kind === 'finalized') blockTime = (await opened.blockTime(status.outcome.blockHash)).toISOString();
  } catch (failure) {
    if (!isChainFailure(failure)) throw failure;
    testimony = { ...testimony, failure: failure.message };
  }
  return { checks: checkAnchor(claimed, testimony), blockTime };
};
