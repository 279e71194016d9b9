import type { Timestamp } from '../vocabulary/timestamp.ts';
import type { KeyUse, KnownKey, PublicKey } from './public-key.ts';
import type { SignatureHeader } from './signature.ts';

/** What is known of one signature when it is judged. */
export interface SignatureFacts {
  /** The protected header; undefined when it is none of ours. */
  readonly header: SignatureHeader | undefined;
  /** The key that the header names, when it is at hand. */
  readonly key: KnownKey | undefined;
  /** Whether the signature is that of the key. */
  readonly verifies: boolean;
  /** The use that a key for this kind of document has. */
  readonly use: KeyUse;
  /** The time that the document states for itself; undefined when it states none. */
  readonly statedAt: Timestamp | undefined;
  /** The block time of a finalized anchor of the document’s hash, when one is at hand. */
  readonly anchoredAt: Timestamp | undefined;
}

interface OriginRule {
  readonly id: string;
  readonly when: string;
  readonly result: 'pass' | 'fail' | 'unverified';
  readonly applies: (facts: SignatureFacts) => boolean;
}

const iat = ({ header }: SignatureFacts): number => header!.iat * 1000;
/** `iat` has whole seconds, so the time it is compared with loses its fraction. */
const seconds = (time: Timestamp): number => Math.floor(Date.parse(time) / 1000) * 1000;
/** The key, which the rules before have made sure of. */
const listed = ({ key }: SignatureFacts): PublicKey => key!;
const isCompromised = (facts: SignatureFacts): boolean => listed(facts).revocation_reason === 'compromised';

/**
 * What one signature shows, as of the time of signing: the first rule that applies decides
 * (SPEC.md §17.3). Published, and the very table that is run.
 */
export const originRules = [
  {
    id: 'header_not_understood',
    when: 'The protected header is not `{alg: EdDSA, kid, typ: JOSE, iat}`.',
    result: 'fail',
    applies: ({ header }) => header === undefined,
  },
  {
    id: 'unknown_key',
    when: 'The key is not among the keys at hand.',
    result: 'unverified',
    applies: ({ key }) => key === undefined,
  },
  {
    id: 'does_not_verify',
    when: 'The signature is not that of the key over this document.',
    result: 'fail',
    applies: ({ verifies }) => !verifies,
  },
  {
    id: 'wrong_use',
    when: 'The key is for another use.',
    result: 'fail',
    applies: (facts) => listed(facts).use !== facts.use,
  },
  {
    id: 'signed_before_document',
    when: '`iat` is before the time that the document states.',
    result: 'fail',
    applies: (facts) => facts.statedAt !== undefined && iat(facts) < seconds(facts.statedAt),
  },
  {
    id: 'not_yet_valid',
    when: '`iat` is before `valid_from` of the key.',
    result: 'fail',
    applies: (facts) => iat(facts) < seconds(listed(facts).valid_from),
  },
  {
    id: 'expired',
    when: '`iat` is after `valid_until` of the key.',
    result: 'fail',
    applies: (facts) => listed(facts).valid_until !== undefined && iat(facts) > Date.parse(listed(facts).valid_until!),
  },
  {
    id: 'revoked_before',
    when: 'The key was revoked, and `iat` is not before that.',
    result: 'fail',
    applies: (facts) => listed(facts).revoked_at !== undefined && iat(facts) >= Date.parse(listed(facts).revoked_at!),
  },
  {
    id: 'compromised_anchored_later',
    when: 'The key was revoked as compromised, and the finalized anchor at hand is not before that.',
    result: 'fail',
    applies: (facts) =>
      isCompromised(facts) &&
      facts.anchoredAt !== undefined &&
      Date.parse(facts.anchoredAt) >= Date.parse(listed(facts).revoked_at!),
  },
  {
    id: 'compromised_not_anchored',
    when: 'The key was revoked as compromised, and no finalized anchor is at hand.',
    result: 'unverified',
    applies: (facts) => isCompromised(facts) && facts.anchoredAt === undefined,
  },
  {
    id: 'compromised_anchored_before',
    when: 'The key was revoked as compromised, and a finalized anchor shows the document before that.',
    result: 'pass',
    applies: (facts) => isCompromised(facts),
  },
  {
    id: 'revoked_after',
    when: 'The key was replaced or given up (superseded, cessation) after `iat`.',
    result: 'pass',
    applies: (facts) => listed(facts).revoked_at !== undefined,
  },
  { id: 'signed', when: 'The key was valid when it signed.', result: 'pass', applies: () => true },
] as const satisfies readonly OriginRule[];

export type OriginRuleId = (typeof originRules)[number]['id'];

/** What the signatures of a document show together, in two words. */
export const originWords: Readonly<Record<OriginRule['result'], string>> = {
  pass: 'signed',
  fail: 'not as signed',
  unverified: 'origin not shown',
};

/** One signature, judged. */
export interface JudgedSignature extends Pick<OriginRule, 'result' | 'when'>, Pick<SignatureFacts, 'header' | 'key'> {
  readonly rule: OriginRuleId;
}

/** What one signature shows, by the first of {@link originRules} that applies. */
export const judgeSignature = (facts: SignatureFacts): JudgedSignature => {
  const { id: rule, result, when } = originRules.find(({ applies }) => applies(facts))!;
  return { rule, result, when, header: facts.header, key: facts.key };
};

/**
 * What several signatures show together: one that fails makes the document fail; otherwise one that
 * passes is enough. Without any, the origin is not shown.
 */
export const judgeOrigin = (judged: readonly JudgedSignature[]): OriginRule['result'] => {
  const results = judged.map(({ result }) => result);
  return results.includes('fail') ? 'fail' : results.includes('pass') ? 'pass' : 'unverified';
};
