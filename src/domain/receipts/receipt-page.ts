import type { Sha256Hex } from '../json/sha256.ts';

/** Where people read about a decision receipt (SPEC.md §7.4), relative to the base address. */
export const receiptPagePath = (hash: Sha256Hex): string => `/receipts/${hash}`;
