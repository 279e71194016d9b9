import { createHash } from 'node:crypto';
import { SIMULATION_MARK } from '../domain/chains/network.ts';
import { isSignatureOf, type SimulatedAccount } from './account.ts';
import { type ReceivedTransaction, registeredData } from './transaction.ts';

/** A refusal of the simulated node: a gRPC status and the words that Concordium's node uses. */
export class NodeRefusal extends Error {
  override readonly name = 'NodeRefusal';
  readonly status: 'ALREADY_EXISTS' | 'INVALID_ARGUMENT' | 'NOT_FOUND';

  constructor(status: NodeRefusal['status'], message: string) {
    super(message);
    this.status = status;
  }
}

/** Euro for energy and micro-CCD for euro, as the chain holds them. */
export interface Rates {
  readonly euroPerEnergy: readonly [numerator: bigint, denominator: bigint];
  readonly microCcdPerEuro: readonly [numerator: bigint, denominator: bigint];
}

/** An account as it stands in a block. */
export interface AccountState {
  readonly balance: bigint;
  readonly nextSequenceNumber: bigint;
}

/** How a transaction ended in a block. */
export interface Outcome {
  readonly transaction: ReceivedTransaction;
  readonly index: number;
  readonly cost: bigint;
  readonly energy: bigint;
  /** The registered bytes, or why there are none. */
  readonly effect: { readonly registered: Buffer } | { readonly rejected: 'serializationFailure' | 'outOfEnergy' };
}

export interface Block {
  readonly hash: string;
  readonly height: number;
  readonly parent: string;
  /** Milliseconds since 1970. */
  readonly time: number;
  readonly outcomes: readonly Outcome[];
  readonly accounts: ReadonlyMap<string, AccountState>;
  readonly rates: Rates;
}

/** Failures of the chain itself; each is used up once per transaction. */
export interface ChainFailures {
  /** The next transactions that are taken and then forgotten. */
  dropNext: number;
  /** The next transactions that enter a block, are charged and do nothing. */
  rejectNext: number;
}

const BLOCK_ENERGY_LIMIT = 3_000_000n;
const ENERGY_OF_REGISTER_DATA = 300n;

const sha256Hex = (text: string): string => createHash('sha256').update(text).digest('hex');

/** The genesis block hash of a simulation: the mark SIMULATION and what follows from the name. */
export const simulatedGenesis = (name: string): string =>
  `${SIMULATION_MARK}${sha256Hex(name).slice(SIMULATION_MARK.length)}`;

const feeOf = (energy: bigint, { euroPerEnergy, microCcdPerEuro }: Rates): bigint => {
  const numerator = energy * euroPerEnergy[0] * microCcdPerEuro[0];
  const denominator = euroPerEnergy[1] * microCcdPerEuro[1];
  return (numerator + denominator - 1n) / denominator;
};

/**
 * A chain of one simulated node: it verifies what it is sent in the order of Concordium's node
 * (TransactionVerification.hs, verifyNormalTransaction), puts it into blocks and finalizes them. No
 * consensus, no forks, no real block hashes, nothing of value.
 * @param now milliseconds since 1970
 */
export const openSimulatedChain = (
  genesisBlock: string,
  accounts: readonly SimulatedAccount[],
  opening: Rates,
  now: () => number,
) => {
  let rates = opening;
  const failures: ChainFailures = { dropNext: 0, rejectNext: 0 };
  const blocks: Block[] = [
    {
      hash: genesisBlock,
      height: 0,
      parent: genesisBlock,
      time: now(),
      outcomes: [],
      accounts: new Map(
        accounts.map(({ address, openingBalance, openingSequenceNumber = 1n }) => [
          address,
          { balance: openingBalance, nextSequenceNumber: openingSequenceNumber },
        ]),
      ),
      rates,
    },
  ];
  let finalizedHeight = 0;
  const pending = new Map<string, ReceivedTransaction>();
  const inBlock = new Map<string, { block: Block; outcome: Outcome }>();

  const best = (): Block => blocks.at(-1)!;
  // Addresses that share their first 29 bytes are aliases of one account.
  const accountAt = (address: Uint8Array): SimulatedAccount | undefined =>
    accounts.find(({ addressBytes }) => addressBytes.subarray(0, 29).equals(address.subarray(0, 29)));
  const pendingOf = (account: SimulatedAccount) =>
    [...pending.values()].filter(({ sender }) => accountAt(sender) === account);

  const isSigned = ({ signatures, digest }: ReceivedTransaction, account: SimulatedAccount): boolean => {
    const given = signatures.get(0);
    if (given === undefined || signatures.size !== 1 || given.size < account.threshold) return false;
    return [...given].every(([key, signature]) => {
      const verifyKey = account.keys[key]?.verifyKey;
      return verifyKey !== undefined && isSignatureOf(verifyKey, digest, signature);
    });
  };

  const execute = (transaction: ReceivedTransaction, index: number): Outcome => {
    const needed = transaction.baseEnergy + ENERGY_OF_REGISTER_DATA;
    const data = registeredData(transaction.payload);
    const result = (energy: bigint, effect: Outcome['effect']): Outcome => ({
      transaction,
      index,
      energy,
      cost: feeOf(energy, rates),
      effect,
    });
    if (failures.rejectNext > 0) {
      failures.rejectNext -= 1;
      return result(transaction.baseEnergy, { rejected: 'serializationFailure' });
    }
    if (data === undefined) return result(transaction.baseEnergy, { rejected: 'serializationFailure' });
    if (transaction.energy < needed) return result(transaction.energy, { rejected: 'outOfEnergy' });
    return result(needed, { registered: data });
  };

  return {
    genesisBlock,
    accounts,
    failures,
    accountAt,
    best,
    lastFinalized: (): Block => blocks[finalizedHeight]!,
    findBlock: (hash: string): Block | undefined => blocks.findLast((block) => block.hash === hash),
    /** Rates that hold from the next block on. */
    setRates: (next: Rates): void => {
      rates = next;
    },

    /** Takes a transaction into the pool, or refuses it as the node would. Returns its hash. */
    receive(transaction: ReceivedTransaction): string {
      const { hash } = transaction;
      if (pending.has(hash) || inBlock.has(hash)) throw new NodeRefusal('ALREADY_EXISTS', 'Duplicate entry');
      const refuse = (words: string): never => {
        throw new NodeRefusal('INVALID_ARGUMENT', words);
      };
      if (transaction.expiry * 1000n < BigInt(now())) refuse('Stale');
      if (transaction.energy < transaction.baseEnergy) refuse('Too low energy');
      if (transaction.energy > BLOCK_ENERGY_LIMIT)
        refuse('The stated energy of the transaction exceeds the maximum allowed');
      const account = accountAt(transaction.sender) ?? refuse('Nonexisting sender account');
      const state = best().accounts.get(account.address)!;
      const waiting = pendingOf(account);
      if (transaction.sequenceNumber < state.nextSequenceNumber) refuse('Duplicate nonce');
      if (waiting.some(({ sequenceNumber }) => sequenceNumber === transaction.sequenceNumber))
        refuse('Duplicate nonce');
      if (transaction.sequenceNumber > state.nextSequenceNumber + BigInt(waiting.length)) refuse('Nonce too large');
      if (state.balance < feeOf(transaction.energy, rates))
        refuse('The sender/sponsor did not have enough funds to cover the costs');
      if (!isSigned(transaction, account)) refuse('Verification failed');
      if (failures.dropNext > 0) failures.dropNext -= 1;
      else pending.set(hash, transaction);
      return hash;
    },

    /** Finalizes the newest block and puts everything that waits and has not expired into the next one. */
    bake(): Block {
      const time = Math.max(now(), best().time + 1);
      finalizedHeight = best().height;
      let standing: Map<string, AccountState> | undefined;
      const outcomes: Outcome[] = [];
      for (const transaction of pending.values()) {
        pending.delete(transaction.hash);
        const { address } = accountAt(transaction.sender)!;
        const state = (standing ?? best().accounts).get(address)!;
        if (transaction.expiry * 1000n < BigInt(time) || transaction.sequenceNumber !== state.nextSequenceNumber)
          continue;
        const outcome = execute(transaction, outcomes.length);
        outcomes.push(outcome);
        const left = state.balance - outcome.cost;
        standing = new Map(standing ?? best().accounts);
        standing.set(address, { balance: left > 0n ? left : 0n, nextSequenceNumber: state.nextSequenceNumber + 1n });
      }
      const parent = best();
      const block: Block = {
        hash: sha256Hex(
          `simulated block ${parent.hash} ${time} ${outcomes.map(({ transaction }) => transaction.hash).join()}`,
        ),
        height: parent.height + 1,
        parent: parent.hash,
        time,
        outcomes,
        accounts: standing ?? parent.accounts,
        rates,
      };
      blocks.push(block);
      for (const outcome of outcomes) inBlock.set(outcome.transaction.hash, { block, outcome });
      return block;
    },

    /** Where a transaction is. Undefined when it is nowhere. */
    find(
      hash: string,
    ): { state: 'received' } | { state: 'committed' | 'finalized'; block: Block; outcome: Outcome } | undefined {
      const placed = inBlock.get(hash);
      if (placed) return { state: placed.block.height <= finalizedHeight ? 'finalized' : 'committed', ...placed };
      return pending.has(hash) ? { state: 'received' } : undefined;
    },

    /** The account's next free sequence number, and whether all it sent before is finalized. */
    nextSequenceNumber(account: SimulatedAccount): { next: bigint; allFinal: boolean } {
      const next = best().accounts.get(account.address)!.nextSequenceNumber + BigInt(pendingOf(account).length);
      return { next, allFinal: next === blocks[finalizedHeight]!.accounts.get(account.address)!.nextSequenceNumber };
    },

    /** Every transaction in a block, oldest first. */
    transactions: (): Outcome[] => blocks.flatMap(({ outcomes }) => outcomes),
  };
};

export type SimulatedChain = ReturnType<typeof openSimulatedChain>;
