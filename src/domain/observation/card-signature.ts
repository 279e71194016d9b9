import {
  base64url,
  calculateJwkThumbprint,
  decodeProtectedHeader,
  errors,
  type FlattenedJWSInput,
  flattenedVerify,
  importJWK,
  type JWK,
  type JWSHeaderParameters,
} from 'jose';
import { canonicalText } from '../json/canonical-json.ts';
import { isJsonObject } from '../json/pointer.ts';
import { hexOf } from '../json/sha256.ts';
import type { ObservationReason } from './observation-terms.ts';

/** One signature of an agent card, ready to be checked. */
export interface CardSignature {
  readonly alg: string;
  readonly kid: string;
  /** The address of the key that the card states. */
  readonly jku: string | undefined;
  /** The signature with each form of the card that signers use. */
  readonly forms: readonly FlattenedJWSInput[];
}

export type SignatureReading =
  | { readonly readable: true; readonly signature: CardSignature }
  | { readonly readable: false; readonly reason: ObservationReason };

const base64Url = /^[A-Za-z0-9_-]+$/;

const isEmpty = (value: unknown): boolean =>
  value === null || value === '' || (Array.isArray(value) && value.length === 0);

/** The form of the card for signers that follow its protobuf definition: members with an empty value are absent. */
const withoutEmpty = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withoutEmpty);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, member]) => !isEmpty(member))
      .map(([name, member]) => [name, withoutEmpty(member)]),
  );
};

/** The kind of key for each algorithm. Other algorithms are not checked. */
const keyKinds: Readonly<Record<string, { readonly kty: string; readonly crv?: string }>> = {
  ES256: { kty: 'EC', crv: 'P-256' },
  ES384: { kty: 'EC', crv: 'P-384' },
  RS256: { kty: 'RSA' },
  EdDSA: { kty: 'OKP', crv: 'Ed25519' },
  Ed25519: { kty: 'OKP', crv: 'Ed25519' },
};

const parseHeader = (text: string): JWSHeaderParameters | undefined => {
  try {
    return decodeProtectedHeader({ protected: text });
  } catch {
    return undefined;
  }
};

/**
 * The signatures of an agent card (A2A 1.0, section 8.4: JWS over the RFC 8785 form of the card
 * without its signatures). Only the protected header is trusted. Empty when the card has none.
 */
export const readSignatures = (card: unknown): SignatureReading[] => {
  if (!isJsonObject(card) || !Array.isArray(card['signatures'])) return [];
  const { signatures, ...rest } = card;
  const forms = [...new Set([canonicalText(rest), canonicalText(withoutEmpty(rest))])];
  return (signatures as unknown[]).map((entry): SignatureReading => {
    const refused = (reason: ObservationReason): SignatureReading => ({ readable: false, reason });
    if (!isJsonObject(entry)) return refused('signature_malformed');
    const { protected: head, signature } = entry;
    if (typeof head !== 'string' || typeof signature !== 'string') return refused('signature_malformed');
    const header = base64Url.test(head) && base64Url.test(signature) ? parseHeader(head) : undefined;
    if (header === undefined) return refused('signature_malformed');
    const { alg, kid, jku, crit } = header;
    if (typeof alg !== 'string' || typeof kid !== 'string') return refused('signature_malformed');
    if (!Object.hasOwn(keyKinds, alg) || crit !== undefined) return refused('signature_unsupported');
    return {
      readable: true,
      signature: {
        alg,
        kid,
        jku: typeof jku === 'string' ? jku : undefined,
        forms: forms.map((form) => ({ protected: head, payload: base64url.encode(form), signature })),
      },
    };
  });
};

/** The key without its private and restricting members: only the public half checks a signature. */
const publicHalf = ({ kty, crv, x, y, n, e }: Partial<Record<string, unknown>>): JWK =>
  JSON.parse(JSON.stringify({ kty, crv, x, y, n, e })) as JWK;

/** Whether the signature is valid for this key; undefined when the key cannot be used. */
const holdsUnder = async (key: JWK, alg: string, form: FlattenedJWSInput): Promise<boolean | undefined> => {
  try {
    await flattenedVerify(form, await importJWK(key, alg), { algorithms: [alg] });
    return true;
  } catch (thrown) {
    return thrown instanceof errors.JWSSignatureVerificationFailed ? false : undefined;
  }
};

export type SignatureResult =
  | { readonly holds: true; readonly keyThumbprint: string }
  | { readonly holds: false; readonly reason: 'key_not_found' | 'signature_invalid' };

/**
 * Whether a signature is valid for the key of its name among these keys. A key counts only when its
 * kind fits the algorithm, so that no key is used for a purpose it was not made for.
 */
export const checkSignature = async (
  { alg, kid, forms }: CardSignature,
  keys: readonly Record<string, unknown>[],
): Promise<SignatureResult> => {
  const { kty, crv } = keyKinds[alg]!;
  const fitting = keys.filter(
    (jwk) =>
      jwk['kid'] === kid && jwk['kty'] === kty && (crv === undefined || jwk['crv'] === crv) && jwk['use'] !== 'enc',
  );
  let reason: 'key_not_found' | 'signature_invalid' = 'key_not_found';
  for (const key of fitting.map(publicHalf)) {
    for (const form of forms) {
      const holds = await holdsUnder(key, alg, form);
      if (holds) return { holds, keyThumbprint: hexOf(base64url.decode(await calculateJwkThumbprint(key))) };
      if (holds === false) reason = 'signature_invalid';
    }
  }
  return { holds: false, reason };
};
