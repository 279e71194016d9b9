import { z } from 'zod';
import type { Parameter } from './operation.ts';

/** A hash in an address: accepted in either case, converted to lower case (SPEC.md §2.1). */
export const HashInAddress = z
  .string()
  .regex(/^[0-9a-fA-F]{64}$/, 'expected 64 hexadecimal digits')
  .toLowerCase();

/** The hash of a receipt in a path; anything else is refused as `invalid_hash`. */
export const receiptHashParameter: Parameter = {
  schema: HashInAddress,
  description: 'The hash of the decision receipt.',
  refusal: 'invalid_hash',
};
