import {
  type AnchorCheck,
  type AnchorClaimed,
  checkAnchor,
  type NodeTestimony,
} from '../domain/anchors/anchor-check.ts';
import { isChainFailure } from '../domain/anchors/anchor-state.ts';
import type { Sha256Hex } from '../domain/json/sha256.ts';
import type { Timestamp } from '../domain/vocabulary/timestamp.ts';
import { CALL_LIMIT_MS, openNode } from './node.ts';

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

/** The time of the finalized block that holds this transaction, by this node; undefined when it does not say. */
export const blockTimeAtNode = async (
  node: URL,
  transactionHash: Sha256Hex,
  callLimitMs = CALL_LIMIT_MS,
): Promise<Timestamp | undefined> => {
  const opened = openNode({ url: node, callLimitMs });
  try {
    const status = await opened.status(transactionHash);
    return status.kind === 'finalized' ? (await opened.blockTime(status.outcome.blockHash)).toISOString() : undefined;
  } catch (failure) {
    if (!isChainFailure(failure)) throw failure;
    return undefined;
  }
};

/**
 * Checks an anchor against one node: finalized, register-data, sender, exact bytes, hash. When the
 * node cannot be reached, the checks are unverified.
 */
export const checkAnchorAtNode = async (
  node: URL,
  claimed: AnchorClaimed,
  callLimitMs = CALL_LIMIT_MS,
): Promise<AnchorCheck[]> => {
  const opened = openNode({ url: node, callLimitMs });
  let testimony: NodeTestimony = {};
  try {
    testimony = { genesisBlock: await opened.genesisBlock() };
    testimony = { ...testimony, status: await opened.status(claimed.transactionHash) };
  } catch (failure) {
    if (!isChainFailure(failure)) throw failure;
    testimony = { ...testimony, failure: failure.message };
  }
  return checkAnchor(claimed, testimony);
};
