import { createPrivateKey, sign as signBytes } from 'node:crypto';
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

const base64url = (text: string): string => Buffer.from(text).toString('base64url');

/**
 * A signer with this key, which is imported once. It joins header and payload itself (RFC 7515 §5.1) and signs on the
 * main thread: with jose, or on another thread, an intake request takes a tenth longer (npm run bench -- server).
 */
export const openSigner = (key: SigningKey): Signer => {
  const privateKey = createPrivateKey({ key: { ...key.privateJwk }, format: 'jwk' });
  const signText = async (canonical: string, at: Date): Promise<Signature> => {
    const header: SignatureHeader = {
      alg: 'EdDSA',
      kid: key.kid,
      typ: 'JOSE',
      iat: Math.floor(at.getTime() / 1000),
    };
    const encoded = base64url(JSON.stringify(header));
    const signature = signBytes(null, Buffer.from(`${encoded}.${base64url(canonical)}`), privateKey);
    return { protected: encoded, signature: signature.toString('base64url') };
  };
  return {
    key,
    signText,
    sign: (document, hashMember, at) => signText(signedText(document, hashMember), at),
  };
};
