import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { createEVM, type Log } from '@ethereumjs/evm';
import { bytesToHex, createAddressFromString, hexToBytes } from '@ethereumjs/util';
import { inChecksumCase } from '../../src/domain/chains/address-rules.ts';
import { openOddServer } from './odd-server.ts';

const code = readFileSync('test/fixtures/evm/IdentityRegistry.hex', 'utf8').trim();

/** The last finalized block of the node. */
export const FINALIZED = { number: '0x1312d00', hash: `0x${'ab'.repeat(32)}` } as const;

/** The identity registry of ERC-8004 on main networks. */
const CANONICAL = '0x8004A169FB4a3325136EB29fA0ceB6D2e539a432';

/** What the counter returns. */
export const COUNT = 10;

/** What the resolver returns. */
export const TEXT_RECORD = '1';

/** The first topic of the event that the emitter emits. */
export const TOPIC = `0x${'7e'.repeat(32)}`;

type Hex = `0x${string}`;

class RpcError extends Error {
  readonly code: number;
  readonly data: string | undefined;
  constructor(rpcCode: number, message: string, data?: string) {
    super(message);
    this.code = rpcCode;
    this.data = data;
  }
}

const asHex = (value: unknown, digits = /^0x([0-9a-f]{2})*$/i): Hex => {
  if (typeof value !== 'string' || !digits.test(value)) throw new RpcError(-32602, 'invalid argument');
  return value as Hex;
};
const asAddress = (value: unknown): Hex => asHex(value, /^0x[0-9a-f]{40}$/i);
const word = (value: bigint): string => value.toString(16).padStart(64, '0');

/** The input of `register(string)`. */
const registerData = (uri: string): Hex => {
  const bytes = Buffer.from(uri);
  const padded = bytes.toString('hex').padEnd(Math.ceil(bytes.length / 32) * 64, '0');
  return `0xf2c298be${word(32n)}${word(BigInt(bytes.length))}${padded}`;
};

/**
 * A node of an EVM chain on loopback, with an ERC-8004 identity registry that runs in a real EVM. It speaks JSON-RPC
 * and refuses what a node refuses: unknown methods, malformed arguments, blocks that it does not have.
 */
export const openEvmNode = async (chainId: number) => {
  const evm = await createEVM();
  let logs: Log[] = [];
  const run = async (from: string, to: string | undefined, data: Hex, isStatic = false) => {
    const { execResult, createdAddress } = await evm.runCall({
      caller: createAddressFromString(from),
      ...(to === undefined ? {} : { to: createAddressFromString(to) }),
      data: hexToBytes(data),
      gasLimit: 10_000_000n,
      isStatic,
    });
    logs = execResult.logs ?? [];
    if (execResult.exceptionError) {
      throw new RpcError(3, 'execution reverted', bytesToHex(execResult.returnValue));
    }
    return { answer: bytesToHex(execResult.returnValue), created: createdAddress?.toString() };
  };
  const deployer = `0x${'11'.repeat(20)}`;
  // At the address where it stands on every main network: its constructor runs there, and leaves what it set.
  const contract = CANONICAL;
  const at = createAddressFromString(contract);
  const { returnValue } = await evm.runCode({ code: hexToBytes(`0x${code}`), to: at, gasLimit: 10_000_000n });
  await evm.stateManager.putCode(at, returnValue);
  // PUSH32 topic, PUSH1 0, PUSH1 0, LOG1, STOP, behind the code that deploys these 39 bytes.
  const { created: emitter } = await run(
    deployer,
    undefined,
    `0x602780600b6000396000f37f${TOPIC.slice(2)}60006000a100`,
  );
  // PUSH1 count, PUSH1 0, MSTORE, PUSH1 32, PUSH1 0, RETURN, behind the code that deploys these 10 bytes.
  const { created: counter } = await run(
    deployer,
    undefined,
    `0x6960${COUNT.toString(16).padStart(2, '0')}60005260206000f3600052600a6016f3`,
  );

  // A resolver of ENS with one record: any call but text(bytes32,string) reverts, and that one returns the text "1". In front
  // stands the code that deploys these 41 bytes.
  const { created: resolver } = await run(
    deployer,
    undefined,
    '0x602980600b6000396000f360003560e01c6359d1d43c1460145760006000fd5b60206000526001602052603160405360606000f3',
  );

  const checkBlock = (block: unknown) => {
    if (block !== 'finalized' && block !== 'latest' && block !== FINALIZED.number) {
      throw new RpcError(-32000, 'header not found');
    }
  };
  /** The receipts of the transactions that it has, by hash. */
  const receipts: Record<string, object> = {};
  const methods: Record<string, (params: unknown[]) => unknown> = {
    eth_chainId: () => `0x${chainId.toString(16)}`,
    eth_getBlockByNumber: ([block]) => {
      checkBlock(block);
      return FINALIZED;
    },
    eth_getCode: async ([address, block]) => {
      checkBlock(block);
      return bytesToHex(await evm.stateManager.getCode(createAddressFromString(asAddress(address))));
    },
    eth_getTransactionReceipt: ([hash]) => receipts[asHex(hash, /^0x[0-9a-f]{64}$/i).toLowerCase()] ?? null,
    eth_call: async ([call, block]) => {
      checkBlock(block);
      const { to, data } = call as { to: unknown; data: unknown };
      return (await run(deployer, asAddress(to), asHex(data), true)).answer;
    },
  };
  const answerTo = async (body: string): Promise<object> => {
    const { jsonrpc, id, method, params } = JSON.parse(body) as Record<string, unknown>;
    if (jsonrpc !== '2.0' || !Array.isArray(params)) return { id, error: { code: -32600, message: 'invalid request' } };
    try {
      const known = methods[String(method)];
      if (known === undefined) throw new RpcError(-32601, 'the method does not exist');
      return { id, result: await known(params) };
    } catch (error) {
      if (!(error instanceof RpcError)) throw error;
      return { id, error: { code: error.code, message: error.message, data: error.data } };
    }
  };
  const server = await openOddServer((request, response) => {
    void text(request).then(async (body) => {
      if (request.method !== 'POST') return response.writeHead(405).end();
      const answer = { jsonrpc: '2.0', ...(await answerTo(body)) };
      return response.setHeader('content-type', 'application/json').end(JSON.stringify(answer));
    });
  });
  return {
    ...server,
    /** The identity registry, with its checksum (EIP-55). */
    contract,
    /** A contract that returns {@link COUNT} at every call, with its checksum. */
    counter: inChecksumCase(counter!),
    /** A resolver of names that returns {@link TEXT_RECORD} for every text record, with its checksum. */
    resolver: inChecksumCase(resolver!),
    /** The code of the registry as it stands on the chain. */
    code: () => evm.stateManager.getCode(createAddressFromString(contract)),
    /** Registers an agent and returns its id. */
    register: async (owner: string, uri: string): Promise<string> =>
      BigInt((await run(owner, contract, registerData(uri))).answer).toString(),
    /** A contract that emits one event at every call, with {@link TOPIC}. */
    emitter: emitter!,
    /** Calls the emitter in a transaction of a block and returns its hash. */
    transact: async (from: string, { block = '0x1312cff', status = '0x1' } = {}): Promise<string> => {
      await run(from, emitter, '0x');
      const hash = `0x${createHash('sha256')
        .update(String(Object.keys(receipts).length))
        .digest('hex')}`;
      receipts[hash] = {
        transactionHash: hash,
        blockHash: `0x${'cd'.repeat(32)}`,
        blockNumber: block,
        from: from.toLowerCase(),
        to: emitter!,
        status,
        logs: logs.map(([address, topics]) => ({ address: bytesToHex(address), topics: topics.map(bytesToHex) })),
      };
      return hash;
    },
    unsetWallet: (owner: string, agentId: string) => run(owner, contract, `0x3fddcf19${word(BigInt(agentId))}`),
  };
};
