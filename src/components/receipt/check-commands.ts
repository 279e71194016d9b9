import type { Sha256Hex } from '../../domain/json/sha256.ts';
import { receiptPaths } from '../../domain/receipts/published-receipt.ts';

/** The commands that check a receipt, once it is saved, without any program of this service. */
export const hashCommand = `jq -cSj 'del(.receipt_hash_sha256, .signatures)' receipt.json | sha256sum`;

/**
 * The commands that verify a saved receipt with a program that this service publishes: one of the two is enough.
 * verify.py opens no connection, so that its keys are saved first.
 */
export const verifierCommands = (site: string): string => {
  const keys = `${site}/static/keys.json`;
  return [
    `curl -sfO ${site}/verify.mjs && node verify.mjs receipt.json --keys ${keys}`,
    `curl -sfO ${site}/verify.py && curl -sfo keys.json ${keys} && python3 verify.py receipt.json --keys keys.json`,
  ].join('\n');
};

/** The command that saves a published receipt. */
export const saveCommand = (site: string, hash: Sha256Hex): string =>
  `curl -sf ${site}${receiptPaths.document(hash)} > receipt.json`;
