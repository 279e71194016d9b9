import { z } from 'zod';
import type { Parameter } from './operation.ts';

/** A hash in an address: accepted in either case, converted to lower case (SPEC.md §2.1). */
export const HashInAddress = z
  .string()
  .regex(/^[0-9a-fA-F]{64}$/, 'expected 64 hexadecimal digits')
  .toLowerCase();

/** A path parameter that is a SHA-256 hash; anything else is refused as `invalid_hash`. */
export const hashParameter = (description: string): Parameter => ({
  schema: HashInAddress,
  description,
  refusal: 'invalid_hash',
});
