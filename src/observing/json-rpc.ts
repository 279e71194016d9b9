import { z } from 'zod';
import type { HostTurns } from './host-turns.ts';
import { requestOnce, systemResolver } from './request-once.ts';

/** A node that answers JSON-RPC for one chain. */
export interface ChainNode {
  readonly url: URL;
  /** The chain that it must report (CAIP-2). */
  readonly chainId: string;
}

export class NodeUnavailable extends Error {
  override readonly name = 'NodeUnavailable';
}
export class OtherNetwork extends Error {
  override readonly name = 'OtherNetwork';
}
/** The contract refused the call. */
export class Reverted extends Error {
  override readonly name = 'Reverted';
}

const Reply = z.union([
  z.looseObject({ error: z.looseObject({ code: z.number(), message: z.string() }) }),
  z.looseObject({ result: z.unknown() }),
]);

/** How a node says that a contract refused: code 3, or the word in the message (execution APIs of Ethereum). */
const isRevert = ({ code, message }: { code: number; message: string }): boolean =>
  code === 3 || /revert/i.test(message);

const parseJson = (bytes: Uint8Array): unknown => {
  try {
    return JSON.parse(Buffer.from(bytes).toString('utf8'));
  } catch {
    return undefined;
  }
};

/**
 * A client of a node.
 * @throws Reverted when a contract refused, NodeUnavailable when the node did not answer correctly.
 */
export const rpcClient =
  ({ url }: ChainNode, turns: HostTurns) =>
  async (method: string, params: unknown[]): Promise<unknown> => {
    const endTurn = await turns(url.hostname);
    const reply = await requestOnce(url, {
      // The maintainer named the node, so it may be on this machine or in this network.
      allowed: 'any',
      resolve: systemResolver,
      headers: { 'content-type': 'application/json', accept: 'application/json', 'accept-encoding': 'identity' },
      connectMs: 10_000,
      wholeMs: 30_000,
      mostBytes: 1_048_576,
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    });
    endTurn();
    const parsed = reply.kind === 'body' ? Reply.safeParse(parseJson(reply.bytes)).data : undefined;
    if (parsed === undefined) throw new NodeUnavailable(method);
    if (!('error' in parsed)) return parsed.result;
    const { error } = parsed as { error: { code: number; message: string } };
    throw isRevert(error) ? new Reverted(method) : new NodeUnavailable(method);
  };

export type Rpc = ReturnType<typeof rpcClient>;

/** An answer in the form of a schema. @throws NodeUnavailable for any other. */
export const parsed = <Value>(schema: z.ZodType<Value>, value: unknown): Value => {
  const result = schema.safeParse(value);
  if (!result.success) throw new NodeUnavailable('an answer has another form');
  return result.data;
};

/** Why a node gave no answer; anything that is no failure of the node is thrown again. */
export const failureOf = (error: unknown): { read: false; reason: 'other_network' | 'node_unavailable' } => {
  if (error instanceof OtherNetwork) return { read: false, reason: 'other_network' };
  if (error instanceof NodeUnavailable || error instanceof Reverted) return { read: false, reason: 'node_unavailable' };
  throw error;
};
