import { text } from 'node:stream/consumers';
import { toBase58 } from '../../src/domain/chains/concordium-reference.ts';
import { openOddServer } from './odd-server.ts';

/** The chain of the node (CAIP-2): the first 32 characters of the hash of its genesis. */
export const SOLANA = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp';

/** The last finalized slot of the node. */
export const SLOT = 365_000_000;

const UPGRADEABLE = 'BPFLoaderUpgradeab1e11111111111111111111111';
const SYSTEM = '11111111111111111111111111111111';

interface Account {
  readonly owner: string;
  readonly executable: boolean;
  readonly data: Buffer;
}

interface Options {
  readonly commitment?: unknown;
  readonly encoding?: unknown;
  readonly dataSlice?: { readonly offset?: unknown; readonly length?: unknown };
}

const key = (fill: number): string => toBase58(Buffer.alloc(32, fill));
const uint32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
};

/** The account that holds an executable: its kind, the slot of its deployment, its authority, then the bytes. */
const programData = (slot: number, executable: Uint8Array): Buffer => {
  const deployed = Buffer.alloc(8);
  deployed.writeBigUInt64LE(BigInt(slot));
  return Buffer.concat([uint32(3), deployed, Buffer.from([1]), Buffer.alloc(32, 9), executable]);
};

/**
 * A node of Solana on loopback that has one program, which can be replaced, and one account that is no program. It speaks
 * JSON-RPC, gives at most so many bytes at once, and refuses what a node refuses: unknown methods, malformed keys, slices without both of their ends.
 */
export const openSolanaNode = async (executable: Uint8Array, mostBytes = Infinity, chain = SOLANA) => {
  const program = key(7);
  const data = key(8);
  const wallet = key(5);
  const accounts: Record<string, Account> = {
    [program]: { owner: UPGRADEABLE, executable: true, data: Buffer.concat([uint32(2), Buffer.alloc(32, 8)]) },
    [data]: { owner: UPGRADEABLE, executable: false, data: programData(1, executable) },
    [wallet]: { owner: SYSTEM, executable: false, data: Buffer.alloc(0) },
  };
  let afterPart = (): void => undefined;
  const getAccountInfo = ([address, options]: unknown[]) => {
    const { commitment, encoding, dataSlice: { offset, length } = {} } = (options ?? {}) as Options;
    const isSlice = Number.isInteger(offset) && Number.isInteger(length);
    if (
      !/^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(String(address)) ||
      commitment !== 'finalized' ||
      encoding !== 'base64' ||
      !isSlice
    )
      return { error: { code: -32602, message: 'Invalid param' } };
    const account = accounts[String(address)];
    const part = account?.data.subarray(Number(offset), Number(offset) + Math.min(Number(length), mostBytes));
    const value = account && {
      executable: account.executable,
      owner: account.owner,
      lamports: 1_141_440,
      rentEpoch: 18_446_744_073_709_551_615n.toString(),
      space: account.data.length,
      data: [part!.toString('base64'), 'base64'],
    };
    if (address === data) afterPart();
    return { result: { context: { apiVersion: '3.0.0', slot: SLOT }, value: value ?? null } };
  };
  const server = await openOddServer((request, response) => {
    void text(request).then((body) => {
      const { id, method, params } = JSON.parse(body) as { id: unknown; method: string; params: unknown[] };
      const answer =
        method === 'getGenesisHash'
          ? { result: `${chain.slice('solana:'.length)}${'1'.repeat(12)}` }
          : method === 'getAccountInfo'
            ? getAccountInfo(params)
            : { error: { code: -32601, message: 'Method not found' } };
      response.setHeader('content-type', 'application/json').end(JSON.stringify({ jsonrpc: '2.0', id, ...answer }));
    });
  });
  return {
    ...server,
    program,
    wallet,
    /** Replaces the program after the next part of it that is read. */
    replaceMeanwhile: () => {
      afterPart = () => {
        accounts[data] = { ...accounts[data]!, data: programData(2, executable) };
      };
    },
  };
};
