import type { AnchorRecord } from '../anchors/anchor-record.ts';
import { findRegisteredHash } from '../anchors/registered-data.ts';
import { networkOfGenesis } from '../chains/network.ts';
import { checkPublicAnchor } from './public-anchor.ts';
import {
  type CheckResult,
  failed,
  type HashOf,
  type LinkResults,
  passed,
  resultOfProblems,
  type VerifyOptions,
} from './verification.ts';

const linkedProblems = (record: AnchorRecord, expected: string | undefined): string[] => {
  const { name, simulation } = networkOfGenesis(record.genesis_block);
  return [
    ...(expected !== undefined && expected !== record.receipt_hash_sha256
      ? ['The record is about a different receipt than the one requested.']
      : []),
    ...(record.network !== name || record.simulation !== simulation
      ? ['network and simulation are not those of genesis_block.']
      : []),
  ];
};

const anchorBytes = ({ registered_bytes_hex, receipt_hash_sha256 }: AnchorRecord): CheckResult =>
  findRegisteredHash(registered_bytes_hex) === receipt_hash_sha256
    ? passed('The bytes stated in the record are the CBOR text of the receipt hash; the chain was not asked for them.')
    : failed('The bytes stated in the record are not the CBOR text of the receipt hash.');

/** Checks that the parts of an anchor record agree, and what is known of its anchor (SPEC.md §11.12). */
export const checkAnchorRecordLinks = (
  record: AnchorRecord,
  _: HashOf,
  { receiptHash, anchorAtNode }: Pick<VerifyOptions, 'receiptHash' | 'anchorAtNode'>,
): Promise<LinkResults> =>
  Promise.resolve({
    linked_hashes: resultOfProblems(
      linkedProblems(record, receiptHash),
      'The record names its network and its receipt without contradiction.',
    ),
    anchor_bytes: anchorBytes(record),
    anchor_state: checkPublicAnchor(record, anchorAtNode, 'record'),
  });
