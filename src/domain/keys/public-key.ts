import { z } from 'zod';
import { canonicalText } from '../json/canonical-json.ts';
import { base64UrlOf, bytesOfBase64Url, hexOf } from '../vocabulary/bytes.ts';
import { Timestamp } from '../vocabulary/timestamp.ts';

/** What a key may sign (SPEC.md §17.1). */
export const KeyUse = z.enum(['decisions', 'service', 'card']).meta({
  description:
    'What the key may sign. `decisions`: decision receipts, by the operator. `service`: intake receipts and evidence packs, by the running service. `card`: the agent card and the checksum manifest of the datasets.',
});
export type KeyUse = z.infer<typeof KeyUse>;

export const Thumbprint = z
  .string()
  .regex(/^[A-Za-z0-9_-]{43}$/, 'expected an RFC 7638 thumbprint: 43 characters of base64url')
  .meta({ description: 'RFC 7638 thumbprint of the key (SHA-256, base64url): the id of the key.' });
export type Thumbprint = z.infer<typeof Thumbprint>;

/**
 * The points of small order, little-endian without the sign in the top bit (the list of libsodium): anybody can make signatures
 * that some implementations of RFC 8032 accept for them.
 */
const SMALL_ORDER: ReadonlySet<string> = new Set([
  '00'.repeat(32),
  `01${'00'.repeat(31)}`,
  '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
  'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
  ...['ec', 'ed', 'ee'].map((low) => `${low}${'ff'.repeat(30)}7f`),
]);

const hasSmallOrder = (x: string): boolean => {
  const bytes = bytesOfBase64Url(x);
  bytes[31]! &= 0x7f;
  return SMALL_ORDER.has(hexOf(bytes));
};

/** The public half of an Ed25519 key as a JSON Web Key (RFC 8037 §2). Its bytes have one text, and so one thumbprint. */
export const PublicJwk = z.strictObject({
  kty: z.literal('OKP'),
  crv: z.literal('Ed25519'),
  x: z
    .string()
    .regex(/^[A-Za-z0-9_-]{43}$/, { error: 'expected 32 bytes in base64url', abort: true })
    .refine((x) => /[AEIMQUYcgkosw048]$/.test(x), 'expected 32 bytes in base64url whose unused bits are zero')
    .refine((x) => !hasSmallOrder(x), 'expected a key that is not of small order: anybody can sign for such a key'),
});
export type PublicJwk = z.infer<typeof PublicJwk>;

export const RevocationReason = z.enum(['superseded', 'cessation', 'compromised']).meta({
  description:
    'Why the key was revoked. After `superseded` and `cessation`, what was signed before stays good; after `compromised` only what a finalized anchor shows to be older.',
});
export type RevocationReason = z.infer<typeof RevocationReason>;

/** A public key and the times between which its signatures count (SPEC.md §17.1). */
export const PublicKey = z
  .strictObject({
    kid: Thumbprint,
    use: KeyUse,
    public_key: PublicJwk.meta({ description: 'The public half, as a JSON Web Key (RFC 8037).' }),
    valid_from: Timestamp.meta({ description: 'The first moment at which the key signs.' }),
    valid_until: Timestamp.optional().meta({ description: 'The last moment at which the key signs.' }),
    revoked_at: Timestamp.optional().meta({ description: 'When the key was revoked.' }),
    revocation_reason: RevocationReason.optional(),
    demonstration: z
      .boolean()
      .optional()
      .meta({ description: 'True for a key that only signs made-up examples and proves nothing about a real agent.' }),
    note: z.string().max(300).optional().meta({ description: 'What people should know about the key.' }),
  })
  .refine((key) => (key.revoked_at === undefined) === (key.revocation_reason === undefined), {
    message: 'expected revoked_at and revocation_reason together',
    path: ['revocation_reason'],
  })
  .refine((key) => key.valid_until === undefined || Date.parse(key.valid_until) > Date.parse(key.valid_from), {
    message: 'ends before it begins; expected a time after valid_from',
    path: ['valid_until'],
  });
export type PublicKey = z.infer<typeof PublicKey>;

/** The id of a key: its RFC 7638 thumbprint. */
export const thumbprintOf = async ({ crv, kty, x }: PublicJwk): Promise<Thumbprint> => {
  const text = new TextEncoder().encode(canonicalText({ crv, kty, x }));
  return base64UrlOf(new Uint8Array(await crypto.subtle.digest('SHA-256', text)));
};

/** How the person who verifies came by a key (SPEC.md §17.5): from a file, or from an address of its signer. */
export type KeySource =
  { readonly by: 'file'; readonly name: string } | { readonly by: 'address'; readonly address: string };

/** A key at hand, with how it is known. */
export type KnownKey = PublicKey & { readonly known: KeySource };

/** How a key is known, in words that claim no more than that. */
export const sourceWords = (source: KeySource): string =>
  source.by === 'file' ? `listed in ${source.name}` : `published at ${source.address}`;

/** These keys, all known the same way. */
export const knownKeys = (keys: readonly PublicKey[], known: KeySource): KnownKey[] =>
  keys.map((key) => ({ ...key, known }));
