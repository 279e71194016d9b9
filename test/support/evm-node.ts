import { text } from 'node:stream/consumers';
import { openOddServer } from './odd-server.ts';

/** The last finalized block of the node. */
export const FINALIZED = { number: '0x1312d00', hash: `0x${'ab'.repeat(32)}` } as const;

/** The identity registry of ERC-8004 on main networks. */
export const REGISTRY = '0x8004A169FB4a3325136EB29fA0ceB6D2e539a432';

/** A contract that returns {@link COUNT} at every call. */
export const COUNTER = '0xCcCCccccCCCCcCCCCCCcCcCccCcCCCcCcccccccC';
export const COUNT = 10;

class RpcError extends Error {
  readonly code: number;
  constructor(rpcCode: number, message: string) {
    super(message);
    this.code = rpcCode;
  }
}

const word = (value: bigint | number | string): string => BigInt(value).toString(16).padStart(64, '0');

/** A text as a contract returns it (Contract ABI specification). */
const textAnswer = (value: string): string => {
  const digits = Buffer.from(value).toString('hex');
  return `0x${word(32)}${word(digits.length / 2)}${digits.padEnd(Math.ceil(digits.length / 64) * 64, '0')}`;
};

const checked = (value: unknown, form: RegExp): string => {
  if (typeof value !== 'string' || !form.test(value)) throw new RpcError(-32602, 'invalid argument');
  return value.toLowerCase();
};
const asAddress = (value: unknown): string => checked(value, /^0x[0-9a-f]{40}$/i);

const checkBlock = (block: unknown) => {
  if (block !== 'finalized' && block !== FINALIZED.number) throw new RpcError(-32000, 'header not found');
};

interface Agent {
  readonly owner: string;
  readonly uri: string;
  wallet: string;
}

/** What the identity registry answers for an agent, by selector: ownerOf, tokenURI and getAgentWallet. */
const registryReads: Readonly<Record<string, (agent: Agent) => string>> = {
  '6352211e': ({ owner }) => `0x${word(owner)}`,
  c87b56dd: ({ uri }) => textAnswer(uri),
  '00339509': ({ wallet }) => `0x${word(wallet)}`,
};

/**
 * A node of an EVM chain on loopback, with an ERC-8004 identity registry that answers as its code does. It speaks JSON-RPC and
 * refuses what a node refuses: unknown methods, malformed arguments, blocks that it does not have.
 */
export const openEvmNode = async (chainId: number) => {
  const agents: Agent[] = [];
  const receipts: Record<string, object> = {};
  /** What contracts answer to any call; none for an address without code. */
  const contracts: Record<string, string> = { [COUNTER.toLowerCase()]: `0x${word(COUNT)}` };
  const call = (to: string, data: string): string => {
    if (to !== REGISTRY.toLowerCase()) return contracts[to] ?? '0x';
    const agent = agents[Number(`0x${data.slice(10)}`)];
    const read = registryReads[data.slice(2, 10)];
    if (read === undefined || agent === undefined) throw new RpcError(3, 'execution reverted');
    return read(agent);
  };
  const methods: Record<string, (params: unknown[]) => unknown> = {
    eth_chainId: () => `0x${chainId.toString(16)}`,
    eth_getBlockByNumber: ([block]) => {
      checkBlock(block);
      return FINALIZED;
    },
    eth_getCode: ([address, block]) => {
      checkBlock(block);
      return [REGISTRY.toLowerCase(), ...Object.keys(contracts)].includes(asAddress(address)) ? '0x6000' : '0x';
    },
    eth_getTransactionReceipt: ([hash]) => receipts[checked(hash, /^0x[0-9a-f]{64}$/i)] ?? null,
    eth_call: ([asked, block]) => {
      checkBlock(block);
      const { to, data } = asked as { to: unknown; data: unknown };
      return call(asAddress(to), checked(data, /^0x[0-9a-f]{8}([0-9a-f]{64})*$/i));
    },
  };
  const answerTo = (body: string): object => {
    const { jsonrpc, id, method, params } = JSON.parse(body) as Record<string, unknown>;
    try {
      const known = methods[String(method)];
      if (jsonrpc !== '2.0' || !Array.isArray(params)) throw new RpcError(-32600, 'invalid request');
      if (known === undefined) throw new RpcError(-32601, 'the method does not exist');
      return { jsonrpc: '2.0', id, result: known(params) };
    } catch (error) {
      if (!(error instanceof RpcError)) throw error;
      return { jsonrpc: '2.0', id, error: { code: error.code, message: error.message } };
    }
  };
  const server = await openOddServer((request, response) => {
    void text(request).then((body) =>
      request.method === 'POST'
        ? response.setHeader('content-type', 'application/json').end(JSON.stringify(answerTo(body)))
        : response.writeHead(405).end(),
    );
  });
  return {
    ...server,
    chain: `eip155:${chainId}`,
    /** Registers an agent, whose wallet is its owner, and returns its id. */
    register: (owner: string, uri: string): string =>
      String(agents.push({ owner: owner.toLowerCase(), uri, wallet: owner.toLowerCase() }) - 1),
    unsetWallet: (agentId: string) => {
      agents[Number(agentId)]!.wallet = '0x0';
    },
    /** Lets a contract stand at an address and answer every call with these bytes. */
    deploy: (address: string, answer: string) => {
      contracts[address.toLowerCase()] = answer;
    },
    /** Lets the node have a transaction of a block, and returns its hash. */
    transact: ({ block = '0x1312cff', status = '0x1' } = {}): string => {
      const transactionHash = `0x${word(Object.keys(receipts).length + 1)}`;
      receipts[transactionHash] = { transactionHash, blockNumber: block, status };
      return transactionHash;
    },
  };
};
export type EvmDouble = Awaited<ReturnType<typeof openEvmNode>>;
