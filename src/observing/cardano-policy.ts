import { z } from 'zod';
import type { ContractRead } from '../domain/datasets/observatory/contract-read.ts';
import type { ContractAnswer } from '../domain/observation/contract-state.ts';
import type { HostTurns } from './host-turns.ts';
import { type ChainNode, failureOf, OtherNetwork, parsed } from './json-rpc.ts';
import { Refused, restClient } from './rest-client.ts';

/** The most assets that are counted: a page of the interface. */
const MOST = 1000;

const Genesis = z.tuple([z.looseObject({ networkmagic: z.string(), networkid: z.enum(['Mainnet', 'Testnet']) })]);
const Tip = z.tuple([z.looseObject({ block_no: z.int().min(0) })]);
const Assets = z.array(z.looseObject({ asset_name: z.string().nullable(), total_supply: z.string() })).max(MOST);

/**
 * Reads minting policies of Cardano through the interface of Koios: whether assets exist under the policy, which shows that
 * its script was run, and how many, up to 1,000. The block is the last one when the reading began. The interface must report
 * the chain that it was named for (CIP-34). Never rejects because of what it answers.
 */
export const cardanoPolicy = (node: ChainNode, turns: HostTurns) => {
  const rest = restClient(node, turns);
  return async (policy: string, read: ContractRead | undefined): Promise<ContractAnswer> => {
    try {
      const [{ networkmagic, networkid }] = parsed(Genesis, await rest('genesis'));
      const chain = `cip34:${networkid === 'Mainnet' ? 1 : 0}-${networkmagic}`;
      if (chain !== node.chainId) throw new OtherNetwork('another chain');
      const [{ block_no: block }] = parsed(Tip, await rest('tip'));
      const assets = parsed(Assets, await rest(`policy_asset_list?_asset_policy=${policy}&limit=${MOST}`));
      const count = assets.filter(({ total_supply: supply }) => supply !== '0').length;
      return {
        read: true,
        state: { has_code: assets.length > 0, ...(read === undefined ? {} : { answer: String(count) }) },
        block: String(block),
      };
    } catch (error) {
      return error instanceof Refused ? { read: false, reason: 'node_unavailable' } : failureOf(error);
    }
  };
};
