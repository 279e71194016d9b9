import { z } from 'zod';
import { decodeAnswer, encodeCall, type EvmFunction } from '../domain/chains/evm-abi.ts';
import type { ChainNode, Reading, RegisteredAgent, Sources } from '../domain/observation/sources.ts';
import { DEFAULT_LIMITS, type HostTurns } from './fetch-document.ts';
import { requestOnce, Unanswered } from './request-once.ts';

const Failure = z.looseObject({ error: z.looseObject({ code: z.number(), message: z.string() }) });
const Success = z.looseObject({ result: z.unknown() });
const Quantity = z.string().regex(/^0x[0-9a-f]{1,64}$/i);
const Bytes = z.string().regex(/^0x([0-9a-f]{2})*$/i);
const Block = z.looseObject({ number: Quantity });
const Receipt = z.looseObject({ transactionHash: Bytes, blockNumber: Quantity, status: z.enum(['0x0', '0x1']) });

const parseJson = (bytes: Uint8Array): unknown => {
  try {
    return JSON.parse(Buffer.from(bytes).toString('utf8'));
  } catch {
    return undefined;
  }
};

/** Sends a call to a node (JSON-RPC 2.0). @throws Unanswered; `no_answer` where a contract refused */
const rpcClient =
  ({ url }: ChainNode, turns: HostTurns) =>
  async <Value>(form: z.ZodType<Value>, method: string, ...params: unknown[]): Promise<Value> => {
    const endTurn = await turns(url.hostname);
    const reply = await requestOnce(url, {
      // The maintainer named the node, so it may be on this machine or in this network.
      allowed: 'any',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      ...DEFAULT_LIMITS,
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    });
    endTurn();
    const answer = reply.kind === 'body' ? parseJson(reply.bytes) : undefined;
    const { error } = Failure.safeParse(answer).data ?? {};
    // How a node says that a contract refused: code 3, or the word in the message (execution APIs of Ethereum).
    if (error && (error.code === 3 || /revert/i.test(error.message))) throw new Unanswered('no_answer');
    const result = form.safeParse(Success.safeParse(answer).data?.result);
    if (error || !result.success) throw new Unanswered('node_unavailable');
    return result.data;
  };
type Rpc = ReturnType<typeof rpcClient>;

/** The result of a call in a block, without a transaction; undefined where the contract refuses, or returns another type. */
const callAt = async (rpc: Rpc, to: string, called: EvmFunction, values: readonly string[], block: string) => {
  const call = { to, data: encodeCall(called, values) };
  try {
    return decodeAnswer(called.output, await rpc(Bytes, 'eth_call', call, block));
  } catch (error) {
    if (error instanceof Unanswered && error.reason === 'no_answer') return undefined;
    throw error;
  }
};

const hasCode = async (rpc: Rpc, address: string, block: string): Promise<boolean> =>
  (await rpc(Bytes, 'eth_getCode', address, block)) !== '0x';

/** A read of an ERC-8004 identity registry, by the id of an agent. */
const readOf = (name: string, output: string): EvmFunction => ({ name, inputs: ['uint256'], output });

const readAgent = async (
  rpc: Rpc,
  contract: string,
  tokenId: string,
  block: string,
): Promise<RegisteredAgent | undefined> => {
  if (BigInt(tokenId) >= 2n ** 256n || !(await hasCode(rpc, contract, block)))
    throw new Unanswered('contract_unusable');
  const valueOf = (name: string, output: string) => callAt(rpc, contract, readOf(name, output), [tokenId], block);
  const owner = await valueOf('ownerOf', 'address');
  if (owner === undefined) return undefined;
  const uri = await valueOf('tokenURI', 'string');
  // Instances other than the canonical one may have no wallets.
  const wallet = await valueOf('getAgentWallet', 'address');
  return {
    status: 'registered',
    owner,
    cardAddress: uri || undefined,
    cardSha256: undefined,
    ...(wallet === undefined ? {} : { wallet: BigInt(wallet) === 0n ? null : wallet }),
  };
};

/** What is read at the node of an EVM chain. */
export type EvmNode = Pick<Sources, 'agent' | 'contract' | 'transaction'>;

/**
 * Reads at a node of an EVM chain, in its last finalized block: agents of ERC-8004 identity registries, contracts, and
 * receipts of transactions. The node must report the chain that it was named for. Never rejects because of what it
 * answers, and repeats nothing of its address, which may hold a key.
 */
export const evmNode = (node: ChainNode, turns: HostTurns): EvmNode => {
  const rpc = rpcClient(node, turns);
  const finalized = async <Value>(
    read: (block: string) => Promise<{ value: Value; block?: string }>,
  ): Promise<Reading<Value>> => {
    try {
      const chain = BigInt(await rpc(Quantity, 'eth_chainId'));
      if (`eip155:${chain}` !== node.chainId) throw new Unanswered('other_network');
      const { number } = await rpc(Block, 'eth_getBlockByNumber', 'finalized', false);
      const { value, block = number } = await read(number);
      return { read: true, value, block: BigInt(block).toString() };
    } catch (error) {
      if (error instanceof Unanswered) return { read: false, reason: error.reason };
      throw error;
    }
  };
  return {
    agent: (_, contract, tokenId) =>
      finalized(async (block) => ({ value: await readAgent(rpc, String(contract), tokenId, block) })),
    contract: (_, address, call) =>
      finalized(async (block) => {
        const isThere = await hasCode(rpc, address, block);
        const answer = isThere && call ? await callAt(rpc, address, call.called, call.values, block) : undefined;
        return { value: { hasCode: isThere, answer } };
      }),
    transaction: (_, hash) =>
      finalized(async (last) => {
        const receipt = await rpc(Receipt.nullable(), 'eth_getTransactionReceipt', hash);
        if (receipt === null) throw new Unanswered('transaction_not_found');
        if (receipt.transactionHash.toLowerCase() !== hash.toLowerCase()) throw new Unanswered('node_unavailable');
        if (BigInt(receipt.blockNumber) > BigInt(last)) throw new Unanswered('transaction_not_final');
        return { value: receipt.status === '0x1', block: receipt.blockNumber };
      }),
  };
};
