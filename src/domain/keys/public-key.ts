import { z } from 'zod';
import { problemIf, type RuleProblem } from '../vocabulary/rule-problem.ts';
import { schemaId } from '../vocabulary/service.ts';
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

/** The public half of an Ed25519 key as a JSON Web Key (RFC 8037 §2). Its bytes have one text, and so one thumbprint. */
export const PublicJwk = z.strictObject({
  kty: z.literal('OKP'),
  crv: z.literal('Ed25519'),
  x: z
    .string()
    .regex(/^[A-Za-z0-9_-]{43}$/, 'expected 32 bytes in base64url')
    .refine((x) => /[AEIMQUYcgkosw048]$/.test(x), 'expected 32 bytes in base64url whose unused bits are zero'),
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
      .meta({ description: 'True for a key that only signs demonstrations and proves nothing about a real agent.' }),
    note: z.string().max(300).optional().meta({ description: 'What people should know about the key.' }),
  })
  .refine((key) => (key.revoked_at === undefined) === (key.revocation_reason === undefined), {
    message: 'revoked_at and revocation_reason stand together',
    path: ['revocation_reason'],
  })
  .refine((key) => key.valid_until === undefined || Date.parse(key.valid_until) > Date.parse(key.valid_from), {
    message: 'ends before it begins; expected a time after valid_from',
    path: ['valid_until'],
  });
export type PublicKey = z.infer<typeof PublicKey>;

/** A key as a JSON Web Key Set lists it: without use and validity. */
export type BareKey = Pick<PublicKey, 'kid' | 'public_key'>;

/** /static/keys.json: every key this service has published, the revoked ones included. */
export const KeysDocument = z
  .object({
    ok: z.literal(true),
    schema: z.literal(schemaId('keys')),
    about: z.string(),
    keys: z.array(PublicKey),
  })
  .meta({
    id: schemaId('keys'),
    title: 'Keys',
    description: 'The public keys whose signatures stand on documents of this service, with their validity.',
  });
export type KeysDocument = z.infer<typeof KeysDocument>;

/** /.well-known/jwks.json: the same keys as a JSON Web Key Set (RFC 7517). It has no room for validity. */
export const Jwks = z
  .object({
    keys: z.array(
      PublicJwk.extend({ kid: Thumbprint, use: z.literal('sig'), alg: z.literal('EdDSA') }).meta({
        description: 'One public key.',
      }),
    ),
  })
  .meta({ id: schemaId('jwks'), title: 'JSON Web Key Set', description: 'Public keys (RFC 7517), without validity.' });
export type Jwks = z.infer<typeof Jwks>;

const byKid = (a: PublicKey, b: PublicKey): number => (a.kid < b.kid ? -1 : Number(a.kid > b.kid));

/** The document of these keys, in the order of their ids. */
export const buildKeysDocument = (keys: readonly PublicKey[]): KeysDocument => ({
  ok: true,
  schema: schemaId('keys'),
  about:
    'A signature counts when its key was valid at the time of signing. Keys stay listed after their end, so that what they signed can still be checked.',
  keys: keys.toSorted(byKid),
});

/** The JSON Web Key Set of these keys, in the order of their ids. */
export const buildJwks = (keys: readonly PublicKey[]): Jwks => ({
  keys: keys.toSorted(byKid).map(({ kid, public_key }) => ({ ...public_key, kid, use: 'sig', alg: 'EdDSA' })),
});

/** The id of a key: its RFC 7638 thumbprint. */
export const thumbprintOf = async (key: PublicJwk): Promise<Thumbprint> => {
  const { calculateJwkThumbprint } = await import('jose/jwk/thumbprint');
  return calculateJwkThumbprint(key, 'sha256');
};

/** Every reason why a list of keys cannot be trusted as it stands: an id that is not the thumbprint, an id twice. */
export const checkKeyIds = (keys: readonly Pick<BareKey, 'kid'>[], thumbprints: readonly Thumbprint[]): RuleProblem[] =>
  keys.flatMap(({ kid }, at) => {
    const path = ['keys', at, 'kid'];
    return [
      ...problemIf(kid !== thumbprints[at], path, `is not the thumbprint of the key; expected ${thumbprints[at]}`),
      ...problemIf(
        keys.findIndex((key) => key.kid === kid) < at,
        path,
        'stands twice in the list; expected each id once',
      ),
    ];
  });

/** {@link checkKeyIds} of keys, in lines that begin with the place. */
export const checkKeys = async (keys: readonly BareKey[]): Promise<string[]> => {
  const thumbprints = await Promise.all(keys.map(({ public_key }) => thumbprintOf(public_key)));
  return checkKeyIds(keys, thumbprints).map(({ path, message }) => `/${path.join('/')}: ${message}`);
};
