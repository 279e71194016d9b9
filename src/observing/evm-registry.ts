import { z } from 'zod';
import type { RegisteredAgent, RegistryAnswer } from '../domain/observation/agent-registry.ts';
import { callData, findAddress, findText, type IdentityRead } from './erc8004-abi.ts';
import type { HostTurns } from './host-turns.ts';
import { requestOnce, systemResolver } from './request-once.ts';

/** A node that answers JSON-RPC for one EVM chain. */
export interface EvmNode {
  readonly url: URL;
  /** The chain that it must report (CAIP-2). */
  readonly chainId: string;
}

class NodeUnavailable extends Error {
  override readonly name = 'NodeUnavailable';
}
class OtherNetwork extends Error {
  override readonly name = 'OtherNetwork';
}
class UnusableContract extends Error {
  override readonly name = 'UnusableContract';
}
/** The contract refused the call. */
class Reverted extends Error {
  override readonly name = 'Reverted';
}

const Reply = z.union([
  z.looseObject({ error: z.looseObject({ code: z.number(), message: z.string() }) }),
  z.looseObject({ result: z.unknown() }),
]);
const Quantity = z.string().regex(/^0x[0-9a-f]{1,64}$/i);
const Block = z.looseObject({ number: Quantity, hash: z.string().regex(/^0x[0-9a-f]{64}$/i) });

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

const rpcClient =
  ({ url }: EvmNode, turns: HostTurns) =>
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

type Rpc = ReturnType<typeof rpcClient>;

const parsed = <Value>(schema: z.ZodType<Value>, value: unknown): Value => {
  const result = schema.safeParse(value);
  if (!result.success) throw new NodeUnavailable('an answer has another form');
  return result.data;
};

const orIfReverted =
  <Value>(value: Value) =>
  (error: unknown): Value => {
    if (error instanceof Reverted) return value;
    throw error;
  };

const readAgent = async (
  rpc: Rpc,
  contract: string,
  tokenId: string,
  block: string,
): Promise<RegisteredAgent | undefined> => {
  const code = parsed(z.string(), await rpc('eth_getCode', [contract, block]));
  if (code === '0x') throw new UnusableContract('there is no such contract');
  const read = (name: IdentityRead) =>
    rpc('eth_call', [{ to: contract, data: callData(name, tokenId) }, block]).then((answer) =>
      parsed(z.string(), answer),
    );
  const ownerAnswer = await read('ownerOf').catch(orIfReverted(undefined));
  if (ownerAnswer === undefined) return undefined;
  const owner = findAddress(ownerAnswer);
  if (owner === undefined) throw new UnusableContract('ownerOf returns no address');
  const uri = findText(await read('tokenURI').catch(orIfReverted('0x')));
  // Instances other than the canonical one may have no wallets.
  const wallet = findAddress(await read('getAgentWallet').catch(orIfReverted('0x')));
  return {
    status: 'registered',
    owner,
    cardAddress: uri || undefined,
    cardSha256: undefined,
    ...(wallet === undefined ? {} : { wallet: BigInt(wallet) === 0n ? null : wallet }),
  };
};

/**
 * Reads agents of ERC-8004 identity registries at a node, from its last finalized block. The node must report the chain
 * that it was named for. Never rejects because of what it answers, and repeats nothing of its address, which may hold a key.
 */
export const evmRegistry = (node: EvmNode, turns: HostTurns) => {
  const rpc = rpcClient(node, turns);
  return async (contract: string, tokenId: string): Promise<RegistryAnswer> => {
    try {
      if (BigInt(tokenId) >= 2n ** 256n) throw new UnusableContract('an id has at most 256 bits');
      const chain = BigInt(parsed(Quantity, await rpc('eth_chainId', [])));
      if (`eip155:${chain}` !== node.chainId) throw new OtherNetwork('another chain');
      const block = parsed(Block, await rpc('eth_getBlockByNumber', ['finalized', false]));
      const agent = await readAgent(rpc, contract, tokenId, block.number);
      return { read: true, agent, blockHash: block.hash.slice(2).toLowerCase(), blockHeight: Number(block.number) };
    } catch (error) {
      if (error instanceof OtherNetwork) return { read: false, reason: 'other_network' };
      if (error instanceof UnusableContract || error instanceof Reverted)
        return { read: false, reason: 'contract_unusable' };
      if (error instanceof NodeUnavailable) return { read: false, reason: 'node_unavailable' };
      throw error;
    }
  };
};
