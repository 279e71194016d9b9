import { FlattenedSign } from 'jose/jws/flattened/sign';
import { importJWK } from 'jose/key/import';
import { type CardSignatureHeader, type Signature, signedText } from '../domain/keys/signature.ts';
import type { SigningKey } from './key-file.ts';

/** Signs canonical texts with one key (SPEC.md §17.2). */
export interface Signer {
  readonly key: SigningKey;
  /** @param at the stated time of signing; a fraction of a second is dropped. */
  signText(canonical: string, at: Date): Promise<Signature>;
  /** A signature over a document without its own hash and signature members. */
  sign(document: Readonly<Record<string, unknown>>, hashMember: string, at: Date): Promise<Signature>;
}

const utf8 = new TextEncoder();

/**
 * A signer with this key, which is imported once.
 * @param jku the address of the key set that its signatures name, for readers that look keys up there.
 */
export const openSigner = (key: SigningKey, jku?: string): Signer => {
  const imported = importJWK({ ...key.privateJwk }, 'EdDSA');
  const signText = async (canonical: string, at: Date): Promise<Signature> => {
    const header = {
      alg: 'EdDSA',
      kid: key.kid,
      typ: 'JOSE',
      iat: Math.floor(at.getTime() / 1000),
      ...(jku !== undefined && { jku }),
    } satisfies CardSignatureHeader;
    const signed = await new FlattenedSign(utf8.encode(canonical)).setProtectedHeader(header).sign(await imported);
    return { protected: signed.protected!, signature: signed.signature };
  };
  return {
    key,
    signText,
    sign: (document, hashMember, at) => signText(signedText(document, hashMember), at),
  };
};
