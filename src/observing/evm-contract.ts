import { createHash } from 'node:crypto';
import { decodeAnswer, encodeCall, findFunction } from '../domain/chains/evm-abi.ts';
import type { ContractRead } from '../domain/datasets/observatory/contract-read.ts';
import type { ContractAnswer } from '../domain/observation/contract-state.ts';
import { keptText } from '../domain/observation/observation.ts';
import { callAt, codeAt, finalizedBlock } from './evm-rpc.ts';
import type { HostTurns } from './host-turns.ts';
import { type ChainNode, failureOf, Reverted, type Rpc, rpcClient } from './json-rpc.ts';

/** What the function of a read returns; undefined where the contract refuses, or returns another type. */
const answerOf = async (
  rpc: Rpc,
  contract: string,
  { function: named = '', arguments: values = [] }: ContractRead,
  block: string,
): Promise<string | undefined> => {
  const called = findFunction(named);
  if (called === undefined) return undefined;
  try {
    return decodeAnswer(called.output, await callAt(rpc, contract, encodeCall(called, values), block));
  } catch (error) {
    if (error instanceof Reverted) return undefined;
    throw error;
  }
};

/**
 * Reads contracts of an EVM chain at a node, in its last finalized block: the code at the address, and what one function
 * returns. The node must report the chain that it was named for. Never rejects because of what it answers.
 */
export const evmContract = (node: ChainNode, turns: HostTurns) => {
  const rpc = rpcClient(node, turns);
  return async (contract: string, read: ContractRead | undefined): Promise<ContractAnswer> => {
    try {
      const { number } = await finalizedBlock(rpc, node);
      const code = await codeAt(rpc, contract, number);
      const block = Number(number).toString();
      if (code === '0x') return { read: true, state: { has_code: false }, block };
      const codeSha256 = createHash('sha256')
        .update(Buffer.from(code.slice(2), 'hex'))
        .digest('hex');
      const answer = read?.function === undefined ? undefined : await answerOf(rpc, contract, read, number);
      return {
        read: true,
        state: {
          has_code: true,
          code_sha256: codeSha256,
          ...(answer === undefined ? {} : { answer: keptText(answer) }),
        },
        block,
      };
    } catch (error) {
      return failureOf(error);
    }
  };
};
