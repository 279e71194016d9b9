import { type AnchorEvidence, isFinalAnchorOf, isSimulated } from '../anchors/anchor-evidence.ts';
import { registeredBytesHex } from '../anchors/registered-data.ts';
import type { Sha256Hex } from '../json/sha256.ts';
import { RECEIPT_TEXT } from '../receipts/decision-receipt.ts';
import { capitalized } from '../vocabulary/words.ts';
import type { EvidencePack } from './evidence-pack.ts';

type Proofs = EvidencePack['concordium_proofs'];

const stateMeaning: Record<Proofs['anchor_state'], string> = {
  not_anchored: 'No anchor of this hash is stored here. The receipt can still be checked against its hash.',
  prepared: 'An anchor is prepared, but no node has confirmed receiving it. It is not evidence.',
  submitted: 'An anchor was sent but is not final yet. It is not evidence until it is final.',
  finalized: 'The service saw the anchor in a finalized block. Only the chain can confirm this.',
  failed: 'The transaction entered a block and failed. The chain registered nothing.',
  expired: 'The anchor was given up: no transaction of it is in a block, and none can enter one. It is no evidence.',
};

const meaningOf = (anchor: AnchorEvidence | undefined): string => {
  if (anchor === undefined) return stateMeaning.not_anchored;
  if (isSimulated(anchor)) return 'The anchor is on a simulated chain, where it proves nothing.';
  return anchor.state === 'finalized' && !anchor.seen_finalized
    ? 'The anchor is reported to be final, but this service has not checked it against the chain.'
    : stateMeaning[anchor.state];
};

const checkHash = [`${capitalized(RECEIPT_TEXT)}.`, 'Compute the SHA-256 of those bytes and compare all 64 digits.'];

const checkTransaction = (anchor: AnchorEvidence | undefined): string[] => [
  `Look up the transaction by its hash with a node or an explorer of the network ${anchor?.network ?? '(none stated)'}.`,
  'Check that its status is finalized and its type is register data.',
];

/** The chain section of an evidence pack: what is claimed, what was compared here, and how to check it without this service. */
export const buildChainProofs = (
  receiptHash: Sha256Hex,
  receiptKnown: boolean,
  anchor: AnchorEvidence | undefined,
): Proofs => {
  const expected = registeredBytesHex(receiptHash);
  const state = anchor?.state ?? 'not_anchored';
  const unasked = anchor?.transaction_hash == null ? 'not_available' : 'not_checked_here';
  return {
    receipt_hash_sha256: receiptHash,
    anchor_state: state,
    anchor_state_meaning: meaningOf(anchor),
    anchor: anchor ?? null,
    proofs: [
      {
        id: 'receipt_hash',
        claim: 'The receipt in this pack has this hash.',
        value: receiptHash,
        result: receiptKnown ? 'computed' : 'not_available',
        how_to_check: checkHash,
      },
      {
        id: 'registered_data',
        claim: 'The bytes registered on the chain are this receipt hash and nothing else.',
        value: anchor?.registered_data_hex ?? null,
        result:
          anchor?.registered_data_hex == null
            ? 'not_available'
            : anchor.registered_data_hex === expected
              ? 'matches'
              : 'does_not_match',
        how_to_check: [
          ...checkTransaction(anchor),
          'Compare its registered data with the CBOR text of the hash: the bytes 78 40, then the 64 digits in ASCII.',
          `For this receipt that is ${expected}.`,
        ],
      },
      {
        id: 'transaction_finality',
        claim: 'The transaction that registers the hash is in a finalized block.',
        value: anchor?.transaction_hash ?? null,
        result: unasked,
        how_to_check: [...checkTransaction(anchor), 'Compare the block hash with the one stated here.'],
      },
      {
        id: 'sender',
        claim: 'The transaction was sent by this account.',
        value: anchor?.sender ?? null,
        result: unasked,
        how_to_check: [
          ...checkTransaction(anchor),
          'Compare its sender with the one stated here; aliases of an account share their first 29 bytes.',
        ],
      },
    ],
  };
};

/** Whether the anchor is evidence for this hash: seen final on a real chain, with exactly its bytes. */
export const isAnchored = (receiptHash: Sha256Hex, anchor: AnchorEvidence | undefined): anchor is AnchorEvidence =>
  anchor !== undefined && isFinalAnchorOf(anchor, receiptHash) && !isSimulated(anchor);
