import { createHash, createPublicKey, verify, type JsonWebKeyInput, type KeyObject } from 'node:crypto';
import { canonicalText } from '../json/canonical-json.ts';
import type { ObservationReason } from './observation-terms.ts';

/** One signature of an agent card, ready to be checked. */
export interface CardSignature {
  readonly alg: string;
  readonly kid: string;
  /** Where the card says that the key is. */
  readonly jku: string | undefined;
  /** What may have been signed: the forms in which signers write a card down. */
  readonly signedTexts: readonly string[];
  readonly signature: Uint8Array;
}

export type SignatureReading =
  | { readonly readable: true; readonly signature: CardSignature }
  | { readonly readable: false; readonly reason: ObservationReason };

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const base64Url = /^[A-Za-z0-9_-]+$/;

const isEmpty = (value: unknown): boolean =>
  value === null || value === '' || (Array.isArray(value) && value.length === 0);

/** The card as signers write it who follow its protobuf form: members with an empty value are absent. */
const withoutEmpty = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withoutEmpty);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, member]) => !isEmpty(member))
      .map(([name, member]) => [name, withoutEmpty(member)]),
  );
};

const algorithms: Readonly<Record<string, { digest: string | null; curve?: string; kty: string }>> = {
  ES256: { digest: 'sha256', kty: 'EC', curve: 'P-256' },
  ES384: { digest: 'sha384', kty: 'EC', curve: 'P-384' },
  RS256: { digest: 'sha256', kty: 'RSA' },
  EdDSA: { digest: null, kty: 'OKP', curve: 'Ed25519' },
  Ed25519: { digest: null, kty: 'OKP', curve: 'Ed25519' },
};

const parseHeader = (text: string): Record<string, unknown> | undefined => {
  try {
    const header: unknown = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
    return isObject(header) ? header : undefined;
  } catch {
    return undefined;
  }
};

/**
 * The signatures of an agent card (A2A 1.0, section 8.4: JWS over the RFC 8785 form of the card
 * without its signatures). Only the protected header is believed. Empty when the card carries none.
 */
export const readSignatures = (card: unknown): SignatureReading[] => {
  if (!isObject(card) || !Array.isArray(card['signatures'])) return [];
  const { signatures, ...rest } = card;
  const forms = [...new Set([canonicalText(rest), canonicalText(withoutEmpty(rest))])];
  return (signatures as unknown[]).map((entry): SignatureReading => {
    const refused = (reason: ObservationReason): SignatureReading => ({ readable: false, reason });
    if (!isObject(entry)) return refused('signature_malformed');
    const { protected: head, signature } = entry;
    if (typeof head !== 'string' || typeof signature !== 'string') return refused('signature_malformed');
    const header = base64Url.test(head) && base64Url.test(signature) ? parseHeader(head) : undefined;
    if (header === undefined) return refused('signature_malformed');
    const { alg, kid, jku, crit } = header;
    if (typeof alg !== 'string' || typeof kid !== 'string') return refused('signature_malformed');
    if (!Object.hasOwn(algorithms, alg) || crit !== undefined) return refused('signature_unsupported');
    return {
      readable: true,
      signature: {
        alg,
        kid,
        jku: typeof jku === 'string' ? jku : undefined,
        signedTexts: forms.map((form) => `${head}.${Buffer.from(form, 'utf8').toString('base64url')}`),
        signature: Buffer.from(signature, 'base64url'),
      },
    };
  });
};

const publicKey = (jwk: Record<string, unknown>): KeyObject | undefined => {
  try {
    return createPublicKey({ key: jwk as JsonWebKeyInput['key'], format: 'jwk' });
  } catch {
    return undefined;
  }
};

/** Which members identify a key of each kind, in the order that RFC 7638 wants. */
const thumbprintMembers: Readonly<Record<string, readonly string[]>> = {
  EC: ['crv', 'kty', 'x', 'y'],
  RSA: ['e', 'kty', 'n'],
  OKP: ['crv', 'kty', 'x'],
};

const thumbprint = (jwk: Record<string, unknown>): string =>
  createHash('sha256')
    .update(
      JSON.stringify(
        Object.fromEntries((thumbprintMembers[String(jwk['kty'])] ?? []).map((name) => [name, jwk[name]])),
      ),
    )
    .digest('hex');

export type SignatureFinding =
  | { readonly holds: true; readonly keyThumbprint: string }
  | { readonly holds: false; readonly reason: 'key_not_found' | 'signature_invalid' };

/**
 * Whether a signature holds under the key of its name among these keys. A key counts only when its
 * kind fits the algorithm, so that no key is used for what it was not made for.
 */
export const checkSignature = (
  { alg, kid, signedTexts, signature }: CardSignature,
  keys: readonly Record<string, unknown>[],
): SignatureFinding => {
  const { digest, kty, curve } = algorithms[alg]!;
  const fitting = keys.flatMap((jwk) => {
    const fits = jwk['kid'] === kid && jwk['kty'] === kty && (curve === undefined || jwk['crv'] === curve);
    const key = fits && jwk['use'] !== 'enc' ? publicKey(jwk) : undefined;
    return key === undefined ? [] : [{ jwk, key }];
  });
  if (fitting.length === 0) return { holds: false, reason: 'key_not_found' };
  const holding = fitting.find(({ key }) =>
    signedTexts.some((text) => verify(digest, Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' }, signature)),
  );
  return holding === undefined
    ? { holds: false, reason: 'signature_invalid' }
    : { holds: true, keyThumbprint: thumbprint(holding.jwk) };
};
