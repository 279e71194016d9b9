import { credentialId, type SimulatedAccount } from './account.ts';
import type { Block, Outcome, SimulatedChain } from './chain.ts';
import { field, type FieldValue, message, wrapped, wrappedField } from './protobuf.ts';

/**
 * The answers of a node as Protocol Buffers messages, field numbers as in Concordium's published
 * interface (concordium.v2). Values that the simulation does not have are
 * placeholders, since clients expect them.
 */

const PROTOCOL_VERSION_10 = 9;
const REGISTER_DATA = 15;
const NO_BYTES = new Uint8Array();

const hash = (hexText: string): Buffer => Buffer.from(hexText, 'hex');
const ratio = (numerator: FieldValue, denominator: FieldValue) => message(field(1, numerator), field(2, denominator));
const fraction = (partsPerHundredThousand: number) => wrapped(partsPerHundredThousand);

/** ConsensusInfo. */
export const consensusInfo = (chain: SimulatedChain): Uint8Array => {
  const best = chain.best();
  const final = chain.lastFinalized();
  return message(
    wrappedField(1, hash(best.hash)),
    wrappedField(2, hash(chain.genesisBlock)),
    wrappedField(3, 0),
    wrappedField(5, 3_600_000),
    wrappedField(6, hash(final.hash)),
    wrappedField(7, best.height),
    wrappedField(8, final.height),
    field(27, PROTOCOL_VERSION_10),
    wrappedField(28, 0),
    wrappedField(29, hash(chain.genesisBlock)),
    wrappedField(30, 0),
    wrappedField(31, 10_000),
    wrappedField(32, best.height),
    wrappedField(33, 0),
    wrappedField(34, best.time),
  );
};

/** BlockInfo. */
export const blockInfo = (chain: SimulatedChain, block: Block): Uint8Array =>
  message(
    wrappedField(1, hash(block.hash)),
    wrappedField(2, block.height),
    wrappedField(3, hash(block.parent)),
    wrappedField(4, hash(chain.lastFinalized().hash)),
    wrappedField(5, 0),
    wrappedField(6, block.height),
    wrappedField(7, block.time),
    wrappedField(8, block.time),
    wrappedField(10, block.time),
    wrappedField(11, 0),
    field(12, block.height <= chain.lastFinalized().height),
    field(13, block.outcomes.length),
    wrappedField(14, 0),
    field(15, 0),
    wrappedField(16, hash(block.hash)),
    field(17, PROTOCOL_VERSION_10),
    wrappedField(18, block.height),
    wrappedField(19, 0),
  );

/** NextAccountSequenceNumber. */
export const nextSequenceNumber = (chain: SimulatedChain, account: SimulatedAccount | undefined): Uint8Array => {
  const { next, allFinal } = chain.nextSequenceNumber(account);
  return message(wrappedField(1, next), field(2, allFinal));
};

/** AccountInfo: the account in this block, with one normal credential. */
export const accountInfo = (account: SimulatedAccount, block: Block): Uint8Array => {
  const state = block.accounts.get(account.address)!;
  const yearMonth = message(field(1, 2026), field(2, 1));
  const keys = message(
    ...account.keys.map(({ verifyKey }, at) => field(1, message(field(1, at), field(2, field(1, hash(verifyKey)))))),
    wrappedField(2, account.threshold),
  );
  const commitments = message(wrappedField(1, NO_BYTES), wrappedField(2, NO_BYTES), wrappedField(3, NO_BYTES));
  const credential = message(
    field(1, keys),
    wrappedField(2, credentialId(account)),
    wrappedField(3, 0),
    field(4, message(field(1, yearMonth), field(2, yearMonth))),
    wrappedField(5, 1),
    field(7, commitments),
  );
  return message(
    wrappedField(1, state.nextSequenceNumber),
    wrappedField(2, state.balance),
    field(3, wrappedField(1, 0)),
    field(4, message(field(1, 0), field(2, field(2, credential)))),
    wrappedField(5, 1),
    field(6, wrappedField(1, NO_BYTES)),
    wrappedField(7, NO_BYTES),
    wrappedField(8, account.index),
    wrappedField(10, account.addressBytes),
    wrappedField(12, state.balance),
  );
};

/** ChainParameters, version 3: with the rates of the block; the rest are placeholders. */
export const chainParameters = (chain: SimulatedChain, { rates }: Block): Uint8Array => {
  const range = message(field(1, fraction(0)), field(2, fraction(100_000)));
  const higherKeys = message(wrappedField(1, Buffer.alloc(32)), wrappedField(2, 1));
  const access = message(wrappedField(1, 0), wrappedField(2, 1));
  const authorizations = message(
    wrappedField(1, Buffer.alloc(32)),
    ...Array.from({ length: 12 }, (_, at) => field(at + 2, access)),
  );
  const timeouts = message(wrappedField(1, 10_000), field(2, ratio(3, 2)), field(3, ratio(4, 5)));
  const version3 = message(
    field(1, message(field(1, timeouts), wrappedField(2, 2_000), wrappedField(3, 3_000_000))),
    field(2, field(1, ratio(...rates.euroPerEnergy))),
    field(3, field(1, ratio(...rates.microCcdPerEuro))),
    field(4, message(wrappedField(1, 1), wrappedField(2, 1))),
    field(5, message(field(1, wrappedField(1, 24)), field(2, message(field(1, 1), field(2, 1))))),
    wrappedField(6, 10),
    field(7, message(field(1, fraction(0)), field(2, fraction(0)))),
    field(8, message(field(1, fraction(0)), field(2, fraction(0)))),
    field(9, message(field(1, fraction(0)), field(3, fraction(0)), field(4, fraction(0)))),
    wrappedField(10, chain.accounts[0]!.addressBytes),
    field(
      11,
      message(
        field(1, fraction(0)),
        field(2, fraction(0)),
        field(3, fraction(0)),
        field(4, message(field(1, range), field(2, range), field(3, range))),
        wrappedField(5, 0),
        field(6, field(1, fraction(0))),
        field(7, field(1, ratio(1, 1))),
      ),
    ),
    field(12, higherKeys),
    field(13, higherKeys),
    field(14, message(field(1, authorizations), field(2, access), field(3, access), field(4, access))),
    field(15, message(field(1, 1), field(2, 1), field(3, fraction(0)))),
    field(16, field(1, 1)),
  );
  return field(4, version3);
};

const SERIALIZATION_FAILURE = 10;

const summaryInBlock = (
  block: Block,
  { transaction, index, cost, energy, effect }: Outcome,
  sender: SimulatedAccount,
): Uint8Array => {
  const effects =
    'registered' in effect
      ? field(17, field(1, effect.registered))
      : field(1, message(field(1, REGISTER_DATA), field(2, field(SERIALIZATION_FAILURE, NO_BYTES))));
  const details = message(wrappedField(1, cost), wrappedField(2, sender.addressBytes), field(3, effects));
  const summary = message(
    wrappedField(1, index),
    wrappedField(2, energy),
    wrappedField(3, hash(transaction.hash)),
    field(4, details),
  );
  return message(wrappedField(1, hash(block.hash)), field(2, summary));
};

/** BlockItemStatus; undefined when the transaction is nowhere. */
export const blockItemStatus = (chain: SimulatedChain, transactionHash: string): Uint8Array | undefined => {
  const found = chain.find(transactionHash);
  if (found === undefined) return undefined;
  if (found.state === 'received') return field(1, NO_BYTES);
  const summary = summaryInBlock(found.block, found.outcome, chain.accountAt(found.outcome.transaction.sender)!);
  return found.state === 'committed' ? field(2, field(1, summary)) : field(3, field(1, summary));
};
