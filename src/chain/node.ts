import type { BlockItemSummaryInBlock, ConcordiumGRPCClient } from '@concordium/web-sdk';
import {
  ChainProblem,
  type FinalizedOutcome,
  type TransactionStatus,
  isChainProblem,
} from '../domain/anchors/anchor-chain.ts';
import type { Sha256Hex } from '../domain/json/sha256.ts';
import { withinLimit } from './time-limit.ts';

/** Milliseconds after which one call to the node has failed. */
export const CALL_LIMIT_MS = 5_000;

// Loading the SDK takes a quarter of a second and 50 MB: only what talks to a chain pays for it.
export const loadSdk = () => import('@concordium/web-sdk');
const loadNodeClient = () => import('@concordium/web-sdk/nodejs');

/** The gRPC status of a fault, where it is one of a call. */
export const rpcCode = (fault: unknown): string | undefined =>
  fault instanceof Error && fault.name === 'RpcError' && 'code' in fault ? String(fault.code) : undefined;

const unreachable = new Set([
  'UNAVAILABLE',
  'DEADLINE_EXCEEDED',
  'CANCELLED',
  'ABORTED',
  'RESOURCE_EXHAUSTED',
  'INTERNAL',
  'UNKNOWN',
]);
/** The fault as a problem of the chain; what is not known to be the network counts as an unusable answer. */
export const asChainProblem = (fault: unknown): ChainProblem => {
  if (isChainProblem(fault)) return fault;
  return new ChainProblem(unreachable.has(rpcCode(fault) ?? '') ? 'node_unavailable' : 'node_answer_unusable', fault);
};

const finalizedOutcome = ({ blockHash, summary }: BlockItemSummaryInBlock): FinalizedOutcome => {
  if (summary === null || !('cost' in summary)) throw new ChainProblem('node_answer_unusable');
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

/** What reads a node: no wallet, no expectation of a network. */
export interface ConcordiumNode {
  genesisBlock(): Promise<Sha256Hex>;
  status(transactionHash: Sha256Hex): Promise<TransactionStatus>;
}

/** What asks one node. Connects at the first question; every fault comes out as a ChainProblem. */
export type Ask = <Result>(use: (client: ConcordiumGRPCClient) => Promise<Result>) => Promise<Result>;

/** A client of a node. Nothing is loaded or connected before the first use. */
export const openClient = (url: URL, callLimitMs: number): Ask => {
  let client: Promise<ConcordiumGRPCClient> | undefined;
  const connect = async (): Promise<ConcordiumGRPCClient> => {
    const { ConcordiumGRPCNodeClient, credentials } = await loadNodeClient();
    const secure = url.protocol === 'https:';
    return new ConcordiumGRPCNodeClient(
      url.hostname,
      Number(url.port) || (secure ? 443 : 80),
      secure ? credentials.createSsl() : credentials.createInsecure(),
      // Without a timeout a silent peer is waited for without end. A loopback address needs no proxy.
      { timeout: callLimitMs, ...(secure ? {} : { clientOptions: { 'grpc.enable_http_proxy': 0 } }) },
    );
  };
  return async (use) => {
    const opened = await (client ??= connect());
    return withinLimit(2 * callLimitMs, use(opened)).catch((fault: unknown) => {
      throw asChainProblem(fault);
    });
  };
};

/** Where a transaction is, by the node of this client. */
export const statusFrom = async (
  client: ConcordiumGRPCClient,
  transactionHash: Sha256Hex,
): Promise<TransactionStatus> => {
  const { TransactionHash } = await loadSdk();
  try {
    const answer = await client.getBlockItemStatus(TransactionHash.fromHexString(transactionHash));
    if (answer.status === 'finalized') return { kind: 'finalized', outcome: finalizedOutcome(answer.outcome) };
    return { kind: answer.status };
  } catch (fault) {
    if (rpcCode(fault) === 'NOT_FOUND') return { kind: 'absent' };
    throw fault;
  }
};

/**
 * A Concordium node to read from. Nothing is loaded or connected before the first question.
 * @param url `https://host:port`, or `http://host:port` without TLS.
 */
export const openNode = (url: URL, callLimitMs = CALL_LIMIT_MS): ConcordiumNode => {
  const ask = openClient(url, callLimitMs);
  return {
    genesisBlock: () => ask(async (client) => (await client.getConsensusStatus()).genesisBlock.toString()),
    status: (transactionHash) => ask((client) => statusFrom(client, transactionHash)),
  };
};
