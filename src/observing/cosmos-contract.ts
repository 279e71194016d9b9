import { z } from 'zod';
import type { ContractRead } from '../domain/datasets/observatory/contract-read.ts';
import { valueAt } from '../domain/json/pointer.ts';
import type { ContractAnswer } from '../domain/observation/contract-state.ts';
import { keptText } from '../domain/observation/observation.ts';
import type { HostTurns } from './host-turns.ts';
import { type ChainNode, failureOf, OtherNetwork, parsed } from './json-rpc.ts';
import { Refused, type Rest, restClient } from './rest-client.ts';

const Latest = z.looseObject({
  block: z.looseObject({ header: z.looseObject({ chain_id: z.string(), height: z.string().regex(/^\d{1,20}$/) }) }),
});
const Data = z.looseObject({ data: z.unknown() });

const base = 'cosmwasm/wasm/v1/contract';

/** What a contract answers to the query of a read; undefined where it refuses, or answers without the member. */
const answerOf = async (
  rest: Rest,
  contract: string,
  { query = '', member = '' }: ContractRead,
  headers: Readonly<Record<string, string>>,
): Promise<string | undefined> => {
  const encoded = encodeURIComponent(Buffer.from(query).toString('base64'));
  try {
    const { data } = parsed(Data, await rest(`${base}/${contract}/smart/${encoded}`, headers));
    const value = valueAt(data, member);
    return value === undefined || value === null
      ? undefined
      : typeof value === 'string'
        ? value
        : JSON.stringify(value);
  } catch (error) {
    if (error instanceof Refused) return undefined;
    throw error;
  }
};

/** Whether the chain has a contract at the address. */
const isThere = (rest: Rest, contract: string, headers: Readonly<Record<string, string>>): Promise<boolean> =>
  rest(`${base}/${contract}`, headers).then(
    () => true,
    (error: unknown) => {
      if (error instanceof Refused) return false;
      throw error;
    },
  );

/**
 * Reads contracts of a chain of Cosmos (CosmWasm) through the REST interface of a node, at its latest block, which is final:
 * whether the contract is there, and what it answers to a query. The node must report the chain that it was named for.
 * Never rejects because of what it answers.
 */
export const cosmosContract = (node: ChainNode, turns: HostTurns) => {
  const rest = restClient(node, turns);
  return async (contract: string, read: ContractRead | undefined): Promise<ContractAnswer> => {
    try {
      const { chain_id: id, height } = parsed(Latest, await rest('cosmos/base/tendermint/v1beta1/blocks/latest')).block
        .header;
      if (`cosmos:${id}` !== node.chainId) throw new OtherNetwork('another chain');
      const atHeight = { 'x-cosmos-block-height': height };
      if (!(await isThere(rest, contract, atHeight))) return { read: true, state: { has_code: false }, block: height };
      const answer = read?.query === undefined ? undefined : await answerOf(rest, contract, read, atHeight);
      return {
        read: true,
        state: { has_code: true, ...(answer === undefined ? {} : { answer: keptText(answer) }) },
        block: height,
      };
    } catch (error) {
      return error instanceof Refused ? { read: false, reason: 'node_unavailable' } : failureOf(error);
    }
  };
};
