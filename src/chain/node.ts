import type { BlockItemSummaryInBlock, ConcordiumGRPCClient } from '@concordium/web-sdk';
import type { FinalizedOutcome, TransactionStatus } from '../domain/anchors/anchor-chain.ts';
import { ChainFailure } from '../domain/anchors/anchor-state.ts';
import type { Sha256Hex } from '../domain/json/sha256.ts';
import { capitalized } from '../domain/vocabulary/words.ts';
import { readPrivateLines } from '../private-file.ts';
import { asChainFailure, rpcCode } from './call-failure.ts';

/**
 * Limits the time of some work.
 * @throws ChainFailure node_unavailable when the work takes longer
 */
export const withinLimit = <Result>(milliseconds: number, work: Promise<Result>): Promise<Result> =>
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
export const CALL_LIMIT_MS = 5_000;

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

/** Reads a node, without a wallet and on any network. */
export interface ConcordiumNode {
  genesisBlock(): Promise<Sha256Hex>;
  status(transactionHash: Sha256Hex): Promise<TransactionStatus>;
  /** The time that a block states for itself. */
  blockTime(blockHash: Sha256Hex): Promise<Date>;
}

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

/** A Concordium node to read from. Loads and connects on first use. */
export const openNode = (access: NodeAccess): ConcordiumNode => {
  const ask = openClient(access);
  return {
    genesisBlock: () => ask(async (client) => (await client.getConsensusStatus()).genesisBlock.toString()),
    status: (transactionHash) => ask((client) => statusFrom(client, transactionHash)),
    blockTime: (blockHash) =>
      ask(async (client) => {
        const { BlockHash } = await loadSdk();
        return (await client.getBlockInfo(BlockHash.fromHexString(blockHash))).blockSlotTime;
      }),
  };
};
