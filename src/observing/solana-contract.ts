import { createHash } from 'node:crypto';
import { z } from 'zod';
import { toBase58 } from '../domain/chains/concordium-reference.ts';
import type { ContractRead } from '../domain/datasets/observatory/contract-read.ts';
import type { ContractAnswer } from '../domain/observation/contract-state.ts';
import type { HostTurns } from './host-turns.ts';
import { type ChainNode, failureOf, NodeUnavailable, OtherNetwork, parsed, type Rpc, rpcClient } from './json-rpc.ts';

/** The loader whose programs can be replaced: the account of a program points to the account that holds its executable. */
const UPGRADEABLE_LOADER = 'BPFLoaderUpgradeab1e11111111111111111111111';
/** The kinds of its accounts, and what stands before the executable: the kind, the slot of the deployment, the authority. */
const PROGRAM = 2;
const PROGRAM_DATA = 3;
const PROGRAM_DATA_HEAD = 45;

/** How much of an account is read at once, so that an answer stays within the bounds of a fetch, and at most. */
const PART = 524_288;
const MOST = 10_485_760 + PROGRAM_DATA_HEAD;

const Account = z.looseObject({
  executable: z.boolean(),
  owner: z.string(),
  space: z.int().min(0),
  data: z.tuple([z.base64(), z.literal('base64')]),
});
const Answer = z.looseObject({ context: z.looseObject({ slot: z.int().min(0) }), value: Account.nullable() });

/** A part of an account at the last finalized slot; `account` is null where there is none. */
const accountPart = async (rpc: Rpc, address: string, offset: number, length: number) => {
  const options = { commitment: 'finalized', encoding: 'base64', dataSlice: { offset, length } };
  const { context, value } = parsed(Answer, await rpc('getAccountInfo', [address, options]));
  return { slot: context.slot, account: value, bytes: Buffer.from(value?.data[0] ?? '', 'base64') };
};

/** SHA-256 of the executable of a program that can be replaced, as `solana program dump` writes it; undefined for other programs. */
const hashOfExecutable = async (rpc: Rpc, program: Buffer): Promise<string | undefined> => {
  if (program.length !== 36 || program.readUInt32LE() !== PROGRAM) return undefined;
  const address = toBase58(program.subarray(4));
  const first = await accountPart(rpc, address, 0, PART);
  const head = first.bytes.subarray(0, PROGRAM_DATA_HEAD);
  if (first.account === null || head.length < PROGRAM_DATA_HEAD || head.readUInt32LE() !== PROGRAM_DATA)
    return undefined;
  if (first.account.space > MOST) throw new NodeUnavailable('an account has at most 10 MiB');
  const hash = createHash('sha256').update(first.bytes.subarray(PROGRAM_DATA_HEAD));
  let read = first.bytes.length;
  while (read < first.account.space) {
    const { bytes } = await accountPart(rpc, address, read, PART);
    // A node that gives less than it was asked for would be asked without end.
    if (bytes.length !== Math.min(PART, first.account.space - read))
      throw new NodeUnavailable('a part has another length');
    hash.update(bytes);
    read += bytes.length;
  }
  // The program may have been replaced between two parts.
  const after = await accountPart(rpc, address, 0, PROGRAM_DATA_HEAD);
  if (!after.bytes.equals(head)) throw new NodeUnavailable('the program was replaced meanwhile');
  return hash.digest('hex');
};

/**
 * Reads programs of Solana at a node, at its last finalized slot: whether the account is one that can be run and, where a
 * read asks for it, the hash of the executable. The node must report the chain that it was named for. Never rejects
 * because of what it answers.
 */
export const solanaContract = (node: ChainNode, turns: HostTurns) => {
  const rpc = rpcClient(node, turns);
  return async (contract: string, read: ContractRead | undefined): Promise<ContractAnswer> => {
    try {
      const genesis = parsed(z.string(), await rpc('getGenesisHash', []));
      if (`solana:${genesis.slice(0, 32)}` !== node.chainId) throw new OtherNetwork('another chain');
      const { slot, account, bytes } = await accountPart(rpc, contract, 0, 36);
      const block = String(slot);
      if (account === null || !account.executable) return { read: true, state: { has_code: false }, block };
      if (read?.code_sha256 === undefined) return { read: true, state: { has_code: true }, block };
      const hash = account.owner === UPGRADEABLE_LOADER ? await hashOfExecutable(rpc, bytes) : undefined;
      return hash === undefined
        ? { read: false, reason: 'contract_unusable' }
        : { read: true, state: { has_code: true, code_sha256: hash }, block };
    } catch (error) {
      return failureOf(error);
    }
  };
};
