import { isSignatureError, SignatureError, verifySignature, webcrypto } from 'http-message-sig';
import { calculateJwkThumbprint, importJWK, type JWK } from 'jose';
import { PublicJwk } from '../domain/keys/public-key.ts';
import { keysOf } from '../domain/observation/judge-document.ts';
import { fail, notRun, type Outcome, pass } from '../domain/observation/outcome.ts';
import type { Document } from '../domain/observation/sources.ts';

/** The public Ed25519 keys of a key set, by the one rule of what a key is (SPEC.md §17.1), by RFC 7638 thumbprint, which is how signatures name them. */
const keysByThumbprint = async (bytes: Uint8Array): Promise<ReadonlyMap<string, JWK>> => {
  const keys = keysOf(bytes)
    .map(({ kty, crv, x }) => ({ kty, crv, x }) as JWK)
    .filter((key) => PublicJwk.safeParse(key).success);
  return new Map(await Promise.all(keys.map(async (key) => [await calculateJwkThumbprint(key), key] as const)));
};

/**
 * Whether the answer of a key directory is signed for its host with a key in it (Web Bot Auth; RFC 9421): the proof that
 * who serves the directory holds the key. A directory need not be signed.
 */
export const judgeDirectorySignature = async (
  { bytes, headers, finalAddress }: Document,
  now: Date,
): Promise<Outcome> => {
  const { signature, 'signature-input': input } = headers;
  if (signature === undefined || input === undefined) return notRun('not_signed');
  const keys = await keysByThumbprint(bytes).catch(() => new Map<string, JWK>());
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
        validate: ({ parameters }) => parameters.tag === 'http-message-signatures-directory',
      },
      resolveVerifier: async ({ parameters }) => {
        const key = keys.get(parameters.keyid ?? '');
        if (key === undefined) throw new SignatureError('ResolverFailed', 'the directory has no such key');
        return webcrypto.verifier((await importJWK(key, 'Ed25519')) as CryptoKey);
      },
    });
    return pass();
  } catch (error) {
    if (!isSignatureError(error)) throw error;
    if (error.code === 'ResolverFailed') return notRun('key_not_found');
    return error.code === 'VerificationFailed' ? fail('signature_invalid') : notRun('signature_unsupported');
  }
};
