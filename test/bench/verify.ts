import { hash } from 'node:crypto';
import { runWorkOrder } from '../../src/domain/adjudication/run-work-order.ts';
import { canonicalText } from '../../src/domain/json/canonical-json.ts';
import { sha256Hex } from '../../src/domain/json/hash.ts';
import { type KnownKey, knownKeys } from '../../src/domain/keys/public-key.ts';
import { receiptHash } from '../../src/domain/receipts/published-receipt.ts';
import { verifyText } from '../../src/domain/verification/verify.ts';
import { newSigningKey } from '../../src/signing/key-file.ts';
import { openSigner } from '../../src/signing/sign.ts';
import { acceptedReceipt } from '../support/receipts.ts';
import { atLeast, type Line, rate, told } from './report.ts';
import { median } from './timed.ts';

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

/** The receipt as a text with a signature, and the key of that signature. */
const signedReceipt = async (): Promise<{ text: string; keys: KnownKey[] }> => {
  const key = await newSigningKey('decisions');
  const signer = openSigner(key);
  const signature = await signer.sign(unsigned, 'receipt_hash_sha256', new Date(unsigned.decided_at));
  const { kid, use, publicJwk } = key;
  const listed = { kid, use, public_key: publicJwk, valid_from: '2026-01-01T00:00:00Z' };
  return {
    text: JSON.stringify({ ...receipt, signatures: [signature] }),
    keys: knownKeys([listed], { by: 'file', name: 'keys.json' }),
  };
};

/** The least work that shows that a text has its hash: read it, write it in canonical form, hash that. */
const hashAlone = (text: string): string => {
  const { receipt_hash_sha256: _hash, signatures: _signatures, ...rest } = JSON.parse(text);
  return hash('sha256', canonicalText(rest));
};

/** Verification on one core, against the least work for the same documents, in turn in the same run. */
export const benchVerify = async (): Promise<Line[]> => {
  const plain = JSON.stringify(receipt);
  const run = JSON.stringify(runWorkOrder({ request: {}, freshSeed: 'bench' }));
  const signed = await signedReceipt();
  const { subtle } = crypto;
  const pair = (await subtle.generateKey('Ed25519', false, ['sign', 'verify'])) as CryptoKeyPair;
  const payload = new TextEncoder().encode(canonicalText(unsigned));
  const signature = await subtle.sign('Ed25519', pair.privateKey, payload);
  const check = async (text: string, keys: readonly KnownKey[] = []) => {
    const { answers } = await verifyText(text, { sha256: sha256Hex, keys });
    if (answers.intact.result !== 'pass') throw new Error(`the document does not verify: ${answers.intact.words}`);
    return answers;
  };
  const works = {
    hash: () => hashAlone(plain),
    receipts: () => check(plain),
    hashAndEd25519: () => {
      hashAlone(signed.text);
      return subtle.verify('Ed25519', pair.publicKey, signature, payload);
    },
    signed: async () => {
      if ((await check(signed.text, signed.keys)).from_whom.result !== 'pass')
        throw new Error('the origin is not shown');
    },
    runs: () => check(run),
  } satisfies Record<string, Work>;
  const rates: Record<keyof typeof works, number[]> = {
    hash: [],
    receipts: [],
    hashAndEd25519: [],
    signed: [],
    runs: [],
  };
  // One round more than counts, in which the code becomes warm.
  for (let round = 0; round <= ROUNDS; round++)
    for (const name of Object.keys(works) as (keyof typeof works)[]) {
      const measured = await perSecond(works[name]);
      if (round > 0) rates[name].push(measured);
    }
  const of = (name: keyof typeof works): string => rate(median(rates[name]));
  const ratio = (one: keyof typeof works, other: keyof typeof works): number =>
    median(rates[one].map((value, round) => value / rates[other][round]!));
  return [
    atLeast(
      'receipts verified / parsed, written canonically and hashed',
      ratio('receipts', 'hash'),
      0.3,
      `${of('receipts')} / ${of('hash')}`,
    ),
    atLeast(
      'signed receipts verified / the same and one Ed25519 verification by WebCrypto',
      ratio('signed', 'hashAndEd25519'),
      0.5,
      `${of('signed')} / ${of('hashAndEd25519')}`,
    ),
    told('runner receipts verified per second on one core', median(rates.runs), of('runs')),
  ];
};
