import { FlattenedSign, importJWK } from 'jose';
import { type Signature, type SignatureHeader, signedText } from '../domain/keys/signature.ts';
import type { SigningKey } from './key-file.ts';

/** Signs canonical texts with one key. */
export interface Signer {
  readonly key: SigningKey;
  /** @param at the stated time of signing; a fraction of a second is dropped. */
  signText(canonical: string, at: Date): Promise<Signature>;
  /** A signature over a document without its own hash and signature members (SPEC.md §17.2). */
  sign(document: Readonly<Record<string, unknown>>, hashMember: string, at: Date): Promise<Signature>;
}

/** A signer with this key, which is imported once. */
export const openSigner = async (key: SigningKey): Promise<Signer> => {
  const imported = await importJWK({ ...key.privateJwk }, 'EdDSA');
  const signText = async (canonical: string, at: Date): Promise<Signature> => {
    const header: SignatureHeader = {
      alg: 'EdDSA',
      kid: key.kid,
      typ: 'JOSE',
      iat: Math.floor(at.getTime() / 1000),
    };
    const { protected: encoded, signature } = await new FlattenedSign(new TextEncoder().encode(canonical))
      .setProtectedHeader({ ...header })
      .sign(imported);
    return { protected: encoded!, signature };
  };
  return {
    key,
    signText,
    sign: (document, hashMember, at) => signText(signedText(document, hashMember), at),
  };
};
