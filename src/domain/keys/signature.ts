import { z } from 'zod';
import { canonicalText } from '../json/canonical-json.ts';
import { parseStrictJson } from '../json/strict-json.ts';
import { base64UrlOf, bytesOfBase64Url } from '../vocabulary/bytes.ts';
import { type KeyUse, type PublicJwk, Thumbprint } from './public-key.ts';

const Base64Url = z.string().regex(/^[A-Za-z0-9_-]+$/, 'expected base64url without padding');

/** A flattened JWS with a detached payload (RFC 7515 §7.2.2 and appendix F; SPEC.md §17.2). */
export const Signature = z
  .strictObject({
    protected: Base64Url.max(1000).meta({ description: 'The protected header, base64url of its JSON.' }),
    signature: z
      .string()
      .regex(/^[A-Za-z0-9_-]{85}[AQgw]$/, 'expected 64 bytes in base64url without padding')
      .meta({ description: 'The Ed25519 signature, base64url of its 64 bytes.' }),
  })
  .meta({
    description:
      'A flattened JWS with a detached payload: the RFC 8785 text of the document without its own hash and signature members.',
  });
export type Signature = z.infer<typeof Signature>;

/** How many signatures one document may carry. */
export const SIGNATURE_LIMIT = 8;

/** The `signatures` member of a document. It is no part of what is hashed. */
export const Signatures = z
  .array(Signature)
  .min(1)
  .max(SIGNATURE_LIMIT)
  .meta({ description: 'Signatures over the document. They are no part of what is hashed.' });

/** The protected header of our signatures. Members beyond these are refused: what is signed must be understood. */
export const SignatureHeader = z.strictObject({
  alg: z.literal('EdDSA'),
  kid: Thumbprint,
  typ: z.literal('JOSE'),
  iat: z.int().min(0).max(253_402_300_799).meta({ description: 'Stated time of signing, in seconds since 1970.' }),
});
export type SignatureHeader = z.infer<typeof SignatureHeader>;

/** The protected header of a signature by a card key, which tells readers of A2A where to look for the key. */
export const CardSignatureHeader = SignatureHeader.extend({
  jku: z
    .string()
    .regex(/^https?:\/\/[!-~]{1,500}$/)
    .optional()
    .meta({ description: 'Where the signer publishes its keys, as a JSON Web Key Set. A hint that is not followed.' }),
});
export type CardSignatureHeader = z.infer<typeof CardSignatureHeader>;

/**
 * The protected header, or undefined when it is none of ours.
 * @param use the use that a key for the document has.
 */
export const findSignatureHeader = (
  { protected: encoded }: Signature,
  use?: KeyUse,
): CardSignatureHeader | undefined => {
  const header = use === 'card' ? CardSignatureHeader : SignatureHeader;
  try {
    const decoded = bytesOfBase64Url(encoded);
    // One header has one text: bits that the last character does not need are zero.
    if (base64UrlOf(decoded) !== encoded) return undefined;
    const { value } = parseStrictJson(decoded, { numbers: 'integers' });
    return header.safeParse(value).data;
  } catch {
    return undefined;
  }
};

/**
 * Whether the signature is that of the key over the canonical text (RFC 7515 §5.2, RFC 8037 §3.1). With WebCrypto, in browsers and
 * in Node alike.
 * @throws Error where the platform has no Ed25519.
 */
export const isSignatureOf = async (
  { protected: header, signature }: Signature,
  key: PublicJwk,
  canonical: string,
): Promise<boolean> => {
  const bytes = new TextEncoder();
  const signed = bytes.encode(`${header}.${base64UrlOf(bytes.encode(canonical))}`);
  const imported = await crypto.subtle.importKey('jwk', key, 'Ed25519', false, ['verify']);
  return crypto.subtle.verify('Ed25519', imported, bytesOfBase64Url(signature), signed);
};

/** What a signature covers: the canonical text of the document without its own hash and signature members. */
export const signedText = (document: Readonly<Record<string, unknown>>, hashMember: string): string => {
  const { [hashMember]: _hash, signatures: _signatures, ...preimage } = document;
  return canonicalText(preimage);
};
