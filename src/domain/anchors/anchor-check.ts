import type { TransactionStatus } from './anchor-chain.ts';
import { registeredBytesHex } from './anchor.ts';
import { findBase58Check } from '../chains/base58check.ts';
import { networkOfGenesis } from '../chains/network.ts';
import { parseCborText } from './cbor-text.ts';
import type { Sha256Hex } from '../json/sha256.ts';

/** One thing that was checked about an anchor, and how it came out. */
export interface AnchorCheck {
  readonly id: 'node' | 'network' | 'finalized' | 'register_data' | 'sender' | 'exact_bytes' | 'hash';
  readonly title: string;
  readonly result: 'pass' | 'fail' | 'unverified';
  readonly reason: string;
}

/** What an anchor is said to be. Members that are undefined are not claimed, so they cannot be checked. */
export interface AnchorClaimed {
  readonly receiptHash: Sha256Hex;
  readonly transactionHash: Sha256Hex;
  readonly blockHash?: Sha256Hex | undefined;
  /** Base58 address. */
  readonly sender?: string | undefined;
  /** Hash of the genesis block of the network. */
  readonly genesisBlock?: Sha256Hex | undefined;
}

/** What a node said; `status` is undefined when it could not be asked, and `fault` says why. */
export interface NodeTestimony {
  readonly genesisBlock?: Sha256Hex | undefined;
  readonly status?: TransactionStatus | undefined;
  readonly fault?: string | undefined;
}

const titles = {
  node: 'A node answered',
  network: 'The node is on the network of the anchor',
  finalized: 'The transaction is in a finalized block',
  register_data: 'The transaction is a register-data transaction that succeeded',
  sender: 'The transaction was sent by the account named',
  exact_bytes: 'The registered bytes are one CBOR text string of 64 characters and nothing else',
  hash: 'That text is the receipt hash',
} as const;

/** Whether two Base58 addresses are of one account: aliases share the first 29 of 32 bytes. */
const isSameAccount = (one: string, other: string): boolean => {
  const [a, b] = [findBase58Check(one)?.payload, findBase58Check(other)?.payload];
  return a?.length === 32 && b?.length === 32 && Buffer.from(a).subarray(0, 29).equals(Buffer.from(b).subarray(0, 29));
};

/** Judges an anchor by what a node said. Nothing is taken from the service that made it. */
export const checkAnchor = (claimed: AnchorClaimed, { genesisBlock, status, fault }: NodeTestimony): AnchorCheck[] => {
  const check = (id: AnchorCheck['id'], result: AnchorCheck['result'], reason: string): AnchorCheck => ({
    id,
    title: titles[id],
    result,
    reason,
  });
  const checks = [
    fault === undefined ? check('node', 'pass', 'It answered every question.') : check('node', 'unverified', fault),
  ];

  if (genesisBlock === undefined)
    checks.push(check('network', 'unverified', 'The node did not say which network it is on.'));
  else {
    const { name, simulation } = networkOfGenesis(genesisBlock);
    if (claimed.genesisBlock !== undefined && claimed.genesisBlock !== genesisBlock) {
      checks.push(
        check(
          'network',
          'fail',
          `The node is on ${name}, the anchor is said to be on ${networkOfGenesis(claimed.genesisBlock).name}.`,
        ),
      );
    } else if (simulation) {
      checks.push(check('network', 'unverified', 'The node is a SIMULATION: what it says proves nothing.'));
    } else {
      const named = claimed.genesisBlock !== undefined;
      checks.push(
        check(
          'network',
          named ? 'pass' : 'unverified',
          named ? `It is on ${name}.` : `It is on ${name}; the anchor names no network.`,
        ),
      );
    }
  }

  const outcome = status?.kind === 'finalized' ? status.outcome : undefined;
  if (status === undefined) checks.push(check('finalized', 'unverified', 'The node was not asked.'));
  else if (status.kind === 'absent')
    checks.push(check('finalized', 'fail', 'The node does not know this transaction.'));
  else if (outcome === undefined)
    checks.push(check('finalized', 'unverified', `The transaction is ${status.kind}, not final yet.`));
  else if (outcome.transactionHash !== claimed.transactionHash)
    checks.push(check('finalized', 'fail', 'The node answered about another transaction.'));
  else if (claimed.blockHash !== undefined && outcome.blockHash !== claimed.blockHash)
    checks.push(check('finalized', 'fail', `It is in block ${outcome.blockHash}, not in the one named.`));
  else checks.push(check('finalized', 'pass', `Block ${outcome.blockHash}.`));

  if (outcome === undefined) {
    const ids = ['register_data', 'sender', 'exact_bytes', 'hash'] as const;
    return [...checks, ...ids.map((id) => check(id, 'unverified', 'There is no finalized transaction to look at.'))];
  }

  const { registeredHex, rejected, sender } = outcome;
  if (registeredHex !== null)
    checks.push(check('register_data', 'pass', `${registeredHex.length / 2} bytes were registered.`));
  else
    checks.push(
      check(
        'register_data',
        'fail',
        rejected === null ? 'It is of another kind.' : 'The chain rejected it, so nothing was registered.',
      ),
    );

  if (claimed.sender === undefined)
    checks.push(check('sender', 'unverified', `It was sent by ${sender}; no account was named to compare with.`));
  else if (isSameAccount(sender, claimed.sender)) checks.push(check('sender', 'pass', `It was sent by ${sender}.`));
  else checks.push(check('sender', 'fail', `It was sent by ${sender}.`));

  const text = registeredHex === null ? undefined : parseCborText(Buffer.from(registeredHex, 'hex'));
  const exact = text !== undefined && text.length === 64;
  checks.push(check('exact_bytes', exact ? 'pass' : 'fail', exact ? 'They are.' : 'They are something else.'));
  const same = registeredHex === registeredBytesHex(claimed.receiptHash);
  checks.push(check('hash', same ? 'pass' : 'fail', same ? 'It is.' : 'It is not.'));
  return checks;
};
