import { isSignatureError, SignatureError, verifySignature, webcrypto } from 'http-message-sig';
import { calculateJwkThumbprint, importJWK, type JWK } from 'jose';
import { keysOf } from '../domain/observation/foreign-document.ts';
import { findJson, unread } from '../domain/observation/judge-document.ts';
import type { CheckOutcome } from '../domain/observation/observation.ts';
import type { Fetched } from './fetch-document.ts';

/** The purpose that a signature of a directory states. */
const DIRECTORY_TAG = 'http-message-signatures-directory';

const isEd25519 = ({ kty, crv }: Record<string, unknown>): boolean => kty === 'OKP' && crv === 'Ed25519';

/** The public Ed25519 keys of a key set, by RFC 7638 thumbprint, which is how signatures name them. */
const keysByThumbprint = async (document: unknown): Promise<ReadonlyMap<string, JWK>> => {
  const keys = keysOf(document)
    .filter(isEd25519)
    .map(({ kty, crv, x }) => ({ kty, crv, x }) as JWK);
  return new Map(await Promise.all(keys.map(async (key) => [await calculateJwkThumbprint(key), key] as const)));
};

/**
 * Whether the answer of a key directory is signed for its host with a key in it (Web Bot Auth; RFC 9421): the proof that
 * who serves the directory holds the key. A directory need not be signed.
 */
export const observeDirectory = async (
  { bytes, headers, finalAddress }: Extract<Fetched, { ok: true }>,
  now: Date,
): Promise<CheckOutcome> => {
  const check = 'directory_signature';
  const { signature, 'signature-input': input } = headers;
  if (signature === undefined || input === undefined) return { check, result: 'never_checked', reason: 'not_signed' };
  const keys = await keysByThumbprint(findJson(bytes)?.value).catch(() => new Map<string, JWK>());
  const message = {
    kind: 'response',
    status: 200,
    fields: Object.entries({ signature, 'signature-input': input }).map(([name, value]) => ({
      name,
      value: String(value),
    })),
    request: { kind: 'request', method: 'GET', targetUri: finalAddress, fields: [] },
  } as const;
  try {
    await verifySignature(message, {
      policy: {
        algorithms: ['ed25519'],
        requiredComponents: [{ name: '@authority', parameters: { req: true } }],
        requiredParameters: ['created', 'expires', 'keyid', 'tag'],
        clockSkew: 60,
        now: Math.floor(now.getTime() / 1000),
        validate: ({ parameters }) => parameters.tag === DIRECTORY_TAG,
      },
      resolveVerifier: async ({ parameters }) => {
        const key = keys.get(parameters.keyid ?? '');
        if (key === undefined) throw new SignatureError('ResolverFailed', 'the directory has no such key');
        return webcrypto.verifier((await importJWK(key, 'Ed25519')) as CryptoKey);
      },
    });
    return { check, result: 'match' };
  } catch (error) {
    if (!isSignatureError(error)) throw error;
    if (error.code === 'ResolverFailed') return unread(check, 'key_not_found');
    if (error.code === 'VerificationFailed') return { check, result: 'mismatch', reason: 'signature_invalid' };
    return unread(check, 'signature_unsupported');
  }
};
