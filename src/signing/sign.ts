import { FlattenedSign } from 'jose/jws/flattened/sign';
import { importJWK } from 'jose/key/import';
import type { CardSignatureHeader, Signature } from '../domain/keys/signature.ts';
import type { SigningKey } from './key-file.ts';

/** Signs a canonical text (SPEC.md §17.2). @param at the stated time of signing; a fraction of a second is dropped. */
export type SignText = (canonical: string, at: Date) => Promise<Signature>;

/**
 * What signs with this key, which is imported once.
 * @param jku the address of the key set that its signatures name, for readers that look keys up there.
 */
export const openSigner = (key: SigningKey, jku?: string): SignText => {
  const imported = importJWK({ ...key.privateJwk }, 'EdDSA');
  return async (canonical, at) => {
    const header = {
      alg: 'EdDSA',
      kid: key.kid,
      typ: 'JOSE',
      iat: Math.floor(at.getTime() / 1000),
      ...(jku !== undefined && { jku }),
    } satisfies CardSignatureHeader;
    const payload = new TextEncoder().encode(canonical);
    const signed = await new FlattenedSign(payload).setProtectedHeader(header).sign(await imported);
    return { protected: signed.protected!, signature: signed.signature };
  };
};
