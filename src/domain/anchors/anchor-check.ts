import { isSameAccount } from '../chains/concordium-reference.ts';
import { networkOfGenesis } from '../chains/network.ts';
import type { Sha256Hex } from '../json/sha256.ts';
import type { FinalizedOutcome, TransactionStatus } from './anchor-chain.ts';
import { registeredBytesHex } from './registered-data.ts';

/** What an anchor claims. A member that is undefined is not claimed, so it cannot be checked. */
export interface AnchorClaimed {
  readonly receiptHash: Sha256Hex;
  readonly transactionHash: Sha256Hex;
  readonly blockHash?: Sha256Hex | undefined;
  /** Base58 address. */
  readonly sender?: string | undefined;
  /** Hash of the genesis block of the network. */
  readonly genesisBlock?: Sha256Hex | undefined;
}

/** The answers of a node. `status` is undefined when the node could not be reached; `failure` then says why. */
export interface NodeTestimony {
  readonly genesisBlock?: Sha256Hex | undefined;
  readonly status?: TransactionStatus | undefined;
  readonly failure?: string | undefined;
}

type Result = 'pass' | 'fail' | 'unverified';
type Judge = (claimed: AnchorClaimed, heard: NodeTestimony) => readonly [result: Result, reason: string];

const judgeNetwork: Judge = (claimed, { genesisBlock }) => {
  if (genesisBlock === undefined) return ['unverified', 'The node did not state its network.'];
  const { name, simulation } = networkOfGenesis(genesisBlock);
  if (claimed.genesisBlock !== undefined && claimed.genesisBlock !== genesisBlock) {
    const stated = networkOfGenesis(claimed.genesisBlock).name;
    return ['fail', `The node is on ${name}, but the anchor states that it is on ${stated}.`];
  }
  if (simulation) return ['unverified', 'The node is a SIMULATION: its answers prove nothing.'];
  if (claimed.genesisBlock === undefined)
    return ['unverified', `It is on ${name}; the anchor does not name a network.`];
  return ['pass', `It is on ${name}.`];
};

const judgeFinalized: Judge = (claimed, { status }) => {
  if (status === undefined) return ['unverified', 'The node could not be asked.'];
  if (status.kind === 'absent') return ['fail', 'The node does not know this transaction.'];
  if (status.kind !== 'finalized') return ['unverified', `The transaction is ${status.kind} but not final yet.`];
  const { transactionHash, blockHash } = status.outcome;
  if (transactionHash !== claimed.transactionHash) return ['fail', 'The node answered about a different transaction.'];
  if (claimed.blockHash !== undefined && blockHash !== claimed.blockHash)
    return ['fail', `It is in block ${blockHash}, not in the stated block.`];
  return ['pass', `Block ${blockHash}.`];
};

/** A check of the finalized transaction; without one it is unverified. */
const ofTransaction =
  (judge: (outcome: FinalizedOutcome, claimed: AnchorClaimed) => readonly [Result, string]): Judge =>
  (claimed, { status }) =>
    status?.kind === 'finalized'
      ? judge(status.outcome, claimed)
      : ['unverified', 'There is no finalized transaction to check.'];

const checks = [
  {
    id: 'node',
    judge: (_, { failure }) =>
      failure === undefined ? ['pass', 'It answered every question.'] : ['unverified', failure],
  },
  { id: 'network', judge: judgeNetwork },
  { id: 'finalized', judge: judgeFinalized },
  {
    id: 'register_data',
    judge: ofTransaction(({ registeredHex, rejected }) => {
      if (registeredHex !== null) return ['pass', `${registeredHex.length / 2} bytes were registered.`];
      return [
        'fail',
        rejected === null
          ? 'It is a different kind of transaction.'
          : 'The chain rejected it, so nothing was registered.',
      ];
    }),
  },
  {
    id: 'sender',
    judge: ofTransaction(({ sender }, claimed) => {
      if (claimed.sender === undefined)
        return ['unverified', `It was sent by ${sender}; the anchor does not state an account to compare with.`];
      return [isSameAccount(sender, claimed.sender) ? 'pass' : 'fail', `It was sent by ${sender}.`];
    }),
  },
  {
    id: 'exact_bytes',
    judge: ofTransaction(({ registeredHex }) =>
      /^7840(?:[0-7][0-9a-f]){64}$/.test(registeredHex ?? '')
        ? ['pass', 'The data is one CBOR text string of 64 characters.']
        : ['fail', 'The data is something other than one CBOR text string of 64 characters.'],
    ),
  },
  {
    id: 'hash',
    judge: ofTransaction(({ registeredHex }, { receiptHash }) =>
      registeredHex === registeredBytesHex(receiptHash)
        ? ['pass', 'The text is the receipt hash.']
        : ['fail', 'The text is not the receipt hash.'],
    ),
  },
] as const satisfies readonly { readonly id: string; readonly judge: Judge }[];

/** One check of an anchor, with its result. */
export interface AnchorCheck {
  readonly id: (typeof checks)[number]['id'];
  readonly result: Result;
  readonly reason: string;
}

/** Checks an anchor against the answers of a node. Nothing that the service says about it counts. */
export const checkAnchor = (claimed: AnchorClaimed, heard: NodeTestimony): AnchorCheck[] =>
  checks.map(({ id, judge }) => {
    const [result, reason] = judge(claimed, heard);
    return { id, result, reason };
  });
