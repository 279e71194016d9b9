import { z } from 'zod';
import { problemIf, type RuleProblem } from '../vocabulary/errors.ts';
import { inputProblems } from '../vocabulary/input-problems.ts';
import { schemaId } from '../vocabulary/service.ts';
import { PublicJwk, PublicKey, Thumbprint, thumbprintOf } from './public-key.ts';

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

/** Every reason why a list of keys cannot be trusted as it stands: an id that is not the thumbprint, an id twice. */
export const checkKeyIds = (
  keys: readonly Pick<PublicKey, 'kid'>[],
  thumbprints: readonly Thumbprint[],
): RuleProblem[] =>
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

/** The most problems of a list that are listed. */
const MOST_LISTED = 5;

/** Reads a keys document: its keys, or none and why. One wrong key spoils the list (SPEC.md §17.1). */
export const readKeys = async (list: unknown): Promise<{ keys: readonly PublicKey[]; problems: readonly string[] }> => {
  const { data, error } = KeysDocument.safeParse(list);
  const problems = error
    ? inputProblems(error.issues).map(({ pointer, detail }) => `${pointer}: ${detail}`)
    : checkKeyIds(data.keys, await Promise.all(data.keys.map(({ public_key }) => thumbprintOf(public_key)))).map(
        ({ path, message }) => `/${path.join('/')}: ${message}`,
      );
  return { keys: problems.length === 0 ? data!.keys : [], problems: problems.slice(0, MOST_LISTED) };
};
