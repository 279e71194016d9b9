import { SIMULATION_MARK } from '../domain/chains/network.ts';
import { isSignatureOf, type SimulatedAccount } from './account.ts';
import { type ReceivedTransaction, sha256 } from './transaction.ts';

/** A refusal of the simulated node, with the gRPC status and message of a Concordium node. */
export class NodeRefusal extends Error {
  override readonly name = 'NodeRefusal';
  readonly status: 'ALREADY_EXISTS' | 'INVALID_ARGUMENT' | 'NOT_FOUND';

  constructor(status: NodeRefusal['status'], message: string) {
    super(message);
    this.status = status;
  }
}

/** The exchange rates of the chain. */
export interface Rates {
  readonly euroPerEnergy: readonly [numerator: bigint, denominator: bigint];
  readonly microCcdPerEuro: readonly [numerator: bigint, denominator: bigint];
}

/** The state of an account in a block. */
export interface AccountState {
  readonly balance: bigint;
  readonly nextSequenceNumber: bigint;
}

/** The outcome of a transaction in a block. */
export interface Outcome {
  readonly transaction: ReceivedTransaction;
  readonly index: number;
  readonly cost: bigint;
  readonly energy: bigint;
  /** The registered bytes, or why there are none. */
  readonly effect: { readonly registered: Buffer } | { readonly rejected: 'serializationFailure' };
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

/** Simulated failures of the chain; each transaction uses one up. */
export interface ChainFailures {
  /** How many of the next transactions are accepted and then dropped. */
  dropNext: number;
  /** How many of the next transactions enter a block, are charged and have no effect. */
  rejectNext: number;
}

const ENERGY_OF_REGISTER_DATA = 300n;

/** The genesis block hash of a simulation: the mark SIMULATION and a hash of the name. */
export const simulatedGenesis = (name: string): string =>
  `${SIMULATION_MARK}${sha256(name).toString('hex').slice(SIMULATION_MARK.length)}`;

const feeOf = (energy: bigint, { euroPerEnergy, microCcdPerEuro }: Rates): bigint => {
  const numerator = energy * euroPerEnergy[0] * microCcdPerEuro[0];
  const denominator = euroPerEnergy[1] * microCcdPerEuro[1];
  return (numerator + denominator - 1n) / denominator;
};

/**
 * The chain of one simulated node: verifies transactions in the order of the Concordium node
 * (TransactionVerification.hs, verifyNormalTransaction), puts them into blocks and finalizes those. It
 * has no consensus, forks, real block hashes or value.
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
    const isRejected = failures.rejectNext > 0;
    if (isRejected) failures.rejectNext -= 1;
    const energy = transaction.baseEnergy + (isRejected ? 0n : ENERGY_OF_REGISTER_DATA);
    const effect = isRejected ? ({ rejected: 'serializationFailure' } as const) : { registered: transaction.data };
    return { transaction, index, energy, cost: feeOf(energy, rates), effect };
  };

  return {
    genesisBlock,
    accounts,
    failures,
    accountAt,
    best,
    lastFinalized: (): Block => blocks[finalizedHeight]!,
    findBlock: (hash: string): Block | undefined => blocks.findLast((block) => block.hash === hash),
    /** Sets the rates from the next block on. */
    setRates: (next: Rates): void => {
      rates = next;
    },

    /**
     * Adds a transaction to the pool. Returns its hash. The node knows only live transactions by their hash: one in a
     * finalized block is judged like a new one, whose sequence number is used.
     * @throws NodeRefusal as the node would.
     */
    receive(transaction: ReceivedTransaction): string {
      const { hash } = transaction;
      const placed = inBlock.get(hash);
      if (pending.has(hash) || (placed && placed.block.height > finalizedHeight))
        throw new NodeRefusal('ALREADY_EXISTS', 'Duplicate entry');
      const refuse = (message: string): never => {
        throw new NodeRefusal('INVALID_ARGUMENT', message);
      };
      if (transaction.expiry * 1000n < BigInt(now())) refuse('Stale');
      if (transaction.energy < transaction.baseEnergy + ENERGY_OF_REGISTER_DATA) refuse('Too low energy');
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

    /** Finalizes the newest block and puts every pending transaction that has not expired and can be paid for into the next one. */
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
        // What the account cannot pay for at the rates of this block does not enter it.
        if (state.balance < feeOf(transaction.energy, rates)) continue;
        const outcome = execute(transaction, outcomes.length);
        outcomes.push(outcome);
        const balance = state.balance - outcome.cost;
        standing = new Map(standing ?? best().accounts);
        standing.set(address, { balance, nextSequenceNumber: state.nextSequenceNumber + 1n });
      }
      const parent = best();
      const block: Block = {
        hash: sha256(
          `simulated block ${parent.hash} ${time} ${outcomes.map(({ transaction }) => transaction.hash).join()}`,
        ).toString('hex'),
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

    /** The state of a transaction; undefined when it is unknown. */
    find(
      hash: string,
    ): { state: 'received' } | { state: 'committed' | 'finalized'; block: Block; outcome: Outcome } | undefined {
      const placed = inBlock.get(hash);
      if (placed) return { state: placed.block.height <= finalizedHeight ? 'finalized' : 'committed', ...placed };
      return pending.has(hash) ? { state: 'received' } : undefined;
    },

    /**
     * The next free sequence number of the account, and whether its earlier transactions are finalized. For an account
     * that does not exist it is the first one, as the node has it.
     */
    nextSequenceNumber(account: SimulatedAccount | undefined): { next: bigint; allFinal: boolean } {
      if (account === undefined) return { next: 1n, allFinal: true };
      const next = best().accounts.get(account.address)!.nextSequenceNumber + BigInt(pendingOf(account).length);
      return { next, allFinal: next === blocks[finalizedHeight]!.accounts.get(account.address)!.nextSequenceNumber };
    },

    /** Every transaction in a block, oldest first. */
    transactions: (): Outcome[] => blocks.flatMap(({ outcomes }) => outcomes),
  };
};

export type SimulatedChain = ReturnType<typeof openSimulatedChain>;
