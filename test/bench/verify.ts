import { hash } from 'node:crypto';
import { canonicalText } from '../../src/domain/json/canonical-json.ts';
import { sha256Hex } from '../../src/domain/json/hash.ts';
import { receiptHash } from '../../src/domain/receipts/published-receipt.ts';
import { verifyText } from '../../src/domain/verification/verify.ts';
import { acceptedReceipt } from '../support/receipts.ts';
import { atLeast, type Line } from './report.ts';
import { medianOf } from './timed.ts';

const ROUNDS = 31;
const MILLISECONDS = 100;

type Work = () => unknown;

/** How often the work is done in a second on one core. */
const perSecond = async (work: Work): Promise<number> => {
  let done = 0;
  const began = performance.now();
  do {
    for (let index = 0; index < 20; index++) await work();
    done += 20;
  } while (performance.now() - began < MILLISECONDS);
  return (done * 1000) / (performance.now() - began);
};

const { signatures: _, ...unsigned } = acceptedReceipt;
const receipt = { ...unsigned, receipt_hash_sha256: receiptHash(unsigned) };

/** The least work that shows that a text has its hash: read it, write it in canonical form, hash that. */
const hashAlone = (text: string): string => {
  const { receipt_hash_sha256: _hash, signatures: _signatures, ...rest } = JSON.parse(text);
  return hash('sha256', canonicalText(rest));
};

/** Verification on one core, against the least work for the same document, in turn in the same run. */
export const benchVerify = async (): Promise<Line[]> => {
  const text = JSON.stringify(receipt);
  const check = async () => {
    const { answers } = await verifyText(text, { sha256: sha256Hex, keys: [] });
    if (answers.intact.result !== 'pass') throw new Error(`the document does not verify: ${answers.intact.words}`);
  };
  const rounds: { hashed: number; verified: number }[] = [];
  // One round more than counts, in which the code becomes warm.
  for (let round = 0; round <= ROUNDS; round++)
    rounds.push({ hashed: await perSecond(() => hashAlone(text)), verified: await perSecond(check) });
  const ratio = ({ hashed, verified }: (typeof rounds)[number]) => verified / hashed;
  const middle = medianOf(rounds.slice(1), ratio);
  return [
    atLeast(
      'receipts verified / parsed, written canonically and hashed',
      ratio(middle),
      0.3,
      `${Math.round(middle.verified)}/s / ${Math.round(middle.hashed)}/s`,
    ),
  ];
};
