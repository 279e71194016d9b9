import { createPrivateKey, sign } from 'node:crypto';
import type { SimulatedAccount } from '../../../src/devnet/account.ts';
import { NodeRefusal, type SimulatedChain } from '../../../src/devnet/chain.ts';
import { sha256 } from '../../../src/devnet/transaction.ts';
import {
  type AnchorChain,
  anchorEnergy,
  type FinalizedOutcome,
  type Ratio,
} from '../../../src/domain/anchors/anchor-chain.ts';
import { ChainFailure } from '../../../src/domain/anchors/anchor-state.ts';
import { networkOfGenesis } from '../../../src/domain/chains/network.ts';
import { parseBlockItem } from './block-item.ts';

/** What is wrong with the line to the node. */
export interface LineFailures {
  /** No call is answered. */
  down: boolean;
  /** How many of the next transactions reach the node while the answer is lost. */
  loseAnswers: number;
}

const uint = (bytes: number, value: bigint): Buffer => Buffer.from(value.toString(16).padStart(2 * bytes, '0'), 'hex');
const ratio = ([numerator, denominator]: readonly [bigint, bigint]): Ratio => ({ numerator, denominator });

/** A register-data transaction of the account as the chain reads it, signed with its one key (Concordium, "BlockItem"). */
const signedItem = (account: SimulatedAccount, data: Uint8Array, nonce: bigint, expiry: bigint, energy: bigint) => {
  const payload = Buffer.concat([uint(1, 21n), uint(2, BigInt(data.length)), data]);
  const numbers = [uint(8, nonce), uint(8, energy), uint(4, BigInt(payload.length)), uint(8, expiry)];
  const content = Buffer.concat([account.addressBytes, ...numbers, payload]);
  const seed = Buffer.from(account.keys[0]!.signKey, 'hex');
  const pkcs8 = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), seed]);
  const signature = sign(null, sha256(content), createPrivateKey({ key: pkcs8, format: 'der', type: 'pkcs8' }));
  return Buffer.concat([Buffer.from([0, 1, 0, 1, 0, 0, signature.length]), signature, content]);
};

/** The port of the service onto a simulated chain in this process, without SDK and network: for thousands of runs. */
export const inProcessChain = (
  chain: SimulatedChain,
  failures: LineFailures,
  onSend: (transactionHash: string) => void | Promise<void>,
): AnchorChain => {
  const account = chain.accounts[0]!;
  const ask = async <Answer>(answer: () => Answer | Promise<Answer>): Promise<Answer> => {
    if (failures.down) throw new ChainFailure('node_unavailable');
    return answer();
  };
  return {
    network: networkOfGenesis(chain.genesisBlock),
    quote: () =>
      ask(() => {
        const { rates, time, hash, accounts } = chain.lastFinalized();
        return {
          rates: { euroPerEnergy: ratio(rates.euroPerEnergy), microCcdPerEuro: ratio(rates.microCcdPerEuro) },
          at: new Date(time).toISOString(),
          blockHash: hash,
          account: {
            usable: true,
            sender: account.address,
            signatures: 1,
            availableMicroCcd: accounts.get(account.address)!.balance,
          },
        };
      }),
    sign: (data, expiresAt) =>
      ask(() => {
        const { next, allFinal } = chain.nextSequenceNumber(account);
        if (!allFinal) throw new ChainFailure('account_busy');
        const energy = anchorEnergy(1);
        const item = signedItem(account, data, next, BigInt(expiresAt), energy);
        return {
          rawHex: item.toString('hex'),
          transactionHash: sha256(item).toString('hex'),
          sender: account.address,
          sequenceNumber: next,
          expiresAt,
          energy,
        };
      }),
    send: (rawHex) =>
      ask(async () => {
        const transaction = parseBlockItem(Buffer.from(rawHex, 'hex'));
        await onSend(transaction.hash);
        try {
          chain.receive(transaction);
        } catch (refusal) {
          if (!(refusal instanceof NodeRefusal)) throw refusal;
          if (refusal.status === 'ALREADY_EXISTS') return { kind: 'known' };
          return { kind: 'refused', reason: refusal.message };
        }
        if (failures.loseAnswers > 0) {
          failures.loseAnswers -= 1;
          throw new ChainFailure('node_unavailable');
        }
        return { kind: 'accepted' };
      }),
    status: (transactionHash) =>
      ask(() => {
        const found = chain.find(transactionHash);
        if (found === undefined) return { kind: 'absent' };
        if (found.state !== 'finalized') return { kind: found.state };
        const { transaction, energy, cost, effect } = found.outcome;
        const outcome: FinalizedOutcome = {
          blockHash: found.block.hash,
          transactionHash: transaction.hash,
          sender: account.address,
          energy,
          chargedMicroCcd: cost,
          registeredHex: 'registered' in effect ? effect.registered.toString('hex') : null,
          rejected: 'rejected' in effect ? effect.rejected : null,
        };
        return { kind: 'finalized', outcome };
      }),
    finalizedPoint: () =>
      ask(() => {
        const { hash, time, accounts } = chain.lastFinalized();
        return {
          blockHash: hash,
          time: new Date(time),
          sequenceNumber: accounts.get(account.address)!.nextSequenceNumber,
        };
      }),
  };
};
