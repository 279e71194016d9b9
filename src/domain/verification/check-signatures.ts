import {
  type JudgedSignature,
  judgeOrigin,
  judgeSignature,
  type OriginRuleId,
  type SignatureFacts,
} from '../keys/origin.ts';
import { type KeyUse, type KnownKey, sourceWords } from '../keys/public-key.ts';
import { findSignatureHeader, isSignatureOf, type Signature } from '../keys/signature.ts';
import { type DecisionReceipt, receiptCanonicalText } from '../receipts/decision-receipt.ts';
import type { Timestamp } from '../vocabulary/timestamp.ts';
import { capitalized } from '../vocabulary/words.ts';
import { worstFirst } from './answers.ts';
import type { Answer } from './verification.ts';

/** A document, or a document inside one, whose signatures are judged. */
export interface SignedDocument extends Pick<SignatureFacts, 'use' | 'statedAt' | 'anchoredAt'> {
  /** What it is called in a sentence. */
  readonly name: string;
  readonly signatures: readonly Signature[] | undefined;
  /** The text that its signatures cover (SPEC.md §17.2). */
  readonly canonical: string;
}

/** What each signature of a document shows, in their order, under the keys at hand (SPEC.md §17.3). */
export const judgeSignatures = (
  { signatures = [], canonical, use, statedAt, anchoredAt }: SignedDocument,
  keys: readonly KnownKey[],
): Promise<JudgedSignature[]> =>
  Promise.all(
    signatures.map(async (signature) => {
      const header = findSignatureHeader(signature, use);
      const key = header && keys.find(({ kid }) => kid === header.kid);
      const verifies = key !== undefined && (await isSignatureOf(signature, key.public_key, canonical));
      return judgeSignature({ header, key, verifies, use, statedAt, anchoredAt });
    }),
  );

/** What the signatures of a decision receipt cover, and the rules that they are judged by (SPEC.md §11.7). */
export const signedReceipt = (
  receipt: DecisionReceipt,
  anchoredAt?: Timestamp,
  canonical: string = receiptCanonicalText(receipt),
): SignedDocument => ({
  name: 'receipt',
  signatures: receipt.signatures,
  canonical,
  use: 'decisions',
  statedAt: receipt.decided_at,
  anchoredAt,
});

/** What the signatures of a document show together: the answer to “from whom?”, and the reason of the check. */
export interface Origin extends Answer {
  readonly reason: string;
}

const nextSteps: Partial<Record<OriginRuleId, string>> = {
  unknown_key:
    'Get the keys of the signer in a way that you trust, for instance the /static/keys.json of its service, and give the verifier the list that has this key.',
  compromised_not_anchored:
    'Ask a node whether the hash was anchored before the key was lost. Without such an anchor nothing shows who signed.',
};
const REFUSED_STEP = 'Do not rely on it. Ask the sender for the document as it was signed.';
const UNSIGNED_STEP = 'Ask the sender for a signed copy, or for another proof of who made it.';

/** An origin that is not shown: why, and what would show it. */
export const originNotShown = (reason: string, next_step = UNSIGNED_STEP): Origin => ({
  result: 'unverified',
  reason,
  words: 'Origin not shown.',
  next_step,
});

const lower = (words: string): string => words.charAt(0).toLowerCase() + words.slice(1);

/** The kinds of key in words that people read. */
const keyWords: Readonly<Record<KeyUse, string>> = {
  decisions: 'decision key',
  service: 'service key',
  card: 'card key',
};

/** The beginning of a thumbprint, to compare at a glance; the whole is in the reason of the check. */
const shortKid = ({ kid }: KnownKey): string => `${kid.slice(0, 8)}…`;

const reasonOf = ({ key, header, rule, result, when }: JudgedSignature): string => {
  if (header === undefined) return when;
  const { kid, iat } = header;
  if (key === undefined) return `${when} Its thumbprint is ${kid}.`;
  const signed = new Date(iat * 1000).toISOString();
  const source = sourceWords(key.known);
  const revoked = key.revoked_at === undefined ? '' : `; revoked at ${key.revoked_at} as ${key.revocation_reason}`;
  if (result !== 'pass') return `${when} (${kid}, ${source}; stated time of signing ${signed}${revoked})`;
  return [
    `Signed by a key that is ${source} (${kid}${revoked}), by its own statement at ${signed}.`,
    ...(rule === 'signed' ? [] : [when]),
    ...(key.demonstration ? ['It is a demonstration key: it proves nothing about a real agent.'] : []),
  ].join(' ');
};

const judgeOne = async (document: SignedDocument, keys: readonly KnownKey[]): Promise<Origin> => {
  const { name } = document;
  let judged: JudgedSignature[];
  try {
    judged = await judgeSignatures(document, keys);
  } catch {
    return originNotShown(
      `The signature of the ${name} could not be checked: Ed25519 is missing here.`,
      'Verify it in a newer browser, or on the command line.',
    );
  }
  const result = judgeOrigin(judged);
  const decisive = judged.find((one) => one.result === result)!;
  const reason = judged
    .toSorted((a, b) => Number(b === decisive) - Number(a === decisive))
    .map(reasonOf)
    .join(' ');
  const { key, rule, when } = decisive;
  if (result === 'unverified')
    return { ...originNotShown(reason, nextSteps[rule]), words: `Origin not shown: ${lower(when)}` };
  if (result === 'fail') {
    const words = `The signature of the ${name} is refused: ${lower(when)}`;
    return { result, reason, words, next_step: REFUSED_STEP };
  }
  const demonstration = key!.demonstration ? '; a demonstration key' : '';
  return {
    result,
    reason,
    words: `Signed by ${keyWords[document.use]} ${shortKid(key!)} (${sourceWords(key!.known)}${demonstration}).`,
    next_step:
      key!.known.by === 'address'
        ? 'To rely on more than that address, compare the thumbprint of the key with the one its owner gives you.'
        : 'Nothing is left to do here.',
  };
};

/** What the signatures of a document and of the documents in it show: no more than the weakest of them. */
export const checkSignatures = async (
  documents: readonly SignedDocument[],
  keys: readonly KnownKey[],
): Promise<Origin> => {
  const origins: Origin[] = [];
  for (const document of documents) {
    const { name, signatures } = document;
    origins.push(
      signatures === undefined ? originNotShown(`The ${name} carries no signature.`) : await judgeOne(document, keys),
    );
  }
  const weakest = worstFirst(origins)[0]!;
  if (origins.length === 1) return weakest;
  const isOneAnswer = weakest.result === 'fail' || new Set(origins.map(({ words }) => words)).size === 1;
  const named = origins.map((origin, index) => ({ ...origin, name: documents[index]!.name }));
  return {
    ...weakest,
    reason: named.map(({ name, reason }) => `Of the ${name}: ${reason}`).join(' '),
    words: isOneAnswer
      ? weakest.words
      : named.map(({ name, words }) => `${capitalized(name)}: ${lower(words)}`).join(' '),
  };
};
