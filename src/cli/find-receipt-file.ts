import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { hashOf } from '../domain/json/hash.ts';
import type { Sha256Hex } from '../domain/json/sha256.ts';
import { parseStrictJson } from '../domain/json/strict-json.ts';
import { DecisionReceipt, receiptPreimage } from '../domain/receipts/decision-receipt.ts';
import { isServiceError } from '../domain/vocabulary/errors.ts';

/** The receipt with this hash in a folder. Other files are skipped. */
export const findReceiptFile = async (folder: string, hash: Sha256Hex): Promise<string | undefined> => {
  if (!existsSync(folder)) return undefined;
  for (const name of (await readdir(folder)).filter((file) => file.endsWith('.json')).toSorted()) {
    try {
      const path = join(folder, name);
      const receipt = DecisionReceipt.safeParse(parseStrictJson(await readFile(path), { numbers: 'integers' }).value);
      if (receipt.success && hashOf(receiptPreimage(receipt.data)) === hash) return path;
    } catch (error) {
      if (!isServiceError(error)) throw error;
    }
  }
  return undefined;
};
