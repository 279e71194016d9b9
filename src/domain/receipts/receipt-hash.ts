import { hashOf } from '../json/hash.ts';
import type { Sha256Hex } from '../json/sha256.ts';
import { ServiceError } from '../vocabulary/errors.ts';
import { type DecisionReceipt, receiptPreimage } from './decision-receipt.ts';

/**
 * The hash that identifies a receipt: of the receipt without its own hash member and its signatures (SPEC.md §3.4).
 * @throws ServiceError `invalid_request` when the receipt states a wrong hash.
 */
export const receiptHash = (receipt: DecisionReceipt, pointer = ''): Sha256Hex => {
  const hash = hashOf(receiptPreimage(receipt));
  if (receipt.receipt_hash_sha256 !== undefined && receipt.receipt_hash_sha256 !== hash) {
    throw new ServiceError('invalid_request', 'The hash stated in the receipt is not its hash.', {
      errors: [
        {
          pointer: `${pointer}/receipt_hash_sha256`,
          code: 'hash_mismatch',
          detail: 'expected the hash of the receipt without this member and without signatures',
        },
      ],
    });
  }
  return hash;
};
