import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AnchorEvidence } from '../../src/domain/anchors/anchor-evidence.ts';
import { registeredBytesHex } from '../../src/domain/anchors/registered-data.ts';
import { parseStrictJson } from '../../src/domain/json/strict-json.ts';
import { DecisionReceipt } from '../../src/domain/receipts/decision-receipt.ts';

const folder = join(import.meta.dirname, '../sample/decision-receipts');

/** The receipts that the tested project publishes, by their receipt_id. */
export const shippedReceipts: Readonly<Record<string, DecisionReceipt>> = Object.fromEntries(
  readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .map((name) => {
      const { value } = parseStrictJson(readFileSync(join(folder, name)), { numbers: 'integers' });
      return [name.replace('.json', ''), DecisionReceipt.parse(value)];
    }),
);

export const acceptedReceipt = shippedReceipts['demonstration-accepted']!;

/** A final anchor of a hash on the test network. */
export const finalAnchor = (hash: string, changes: Partial<AnchorEvidence> = {}): AnchorEvidence => ({
  receipt_hash_sha256: hash,
  state: 'finalized',
  seen_finalized: true,
  network: 'testnet',
  transaction_hash: 'ab'.repeat(32),
  block_hash: 'cd'.repeat(32),
  sender: 'sender-address',
  registered_data_hex: registeredBytesHex(hash),
  finalized_at: '2026-11-10T09:00:00Z',
  ...changes,
});
