import { type BareKey, checkKeys, Jwks, KeysDocument, type PublicKey, type Thumbprint } from './public-key.ts';

/** How whoever verifies came by a key (SPEC.md §17.5). */
export type KeySource =
  | { readonly by: 'pin' }
  | { readonly by: 'file'; readonly name: string }
  | { readonly by: 'address'; readonly address: string };

/** A key at hand, with how it is known. One without use and validity comes from a JSON Web Key Set. */
export type KnownKey = (PublicKey | BareKey) & { readonly known: KeySource };

/** How a key is known, in words that say no more than that. */
export const sourceWords = (source: KeySource): string => {
  if (source.by === 'pin') return 'pinned by you';
  return source.by === 'file' ? `listed in ${source.name}` : `published at ${source.address}`;
};

/** What is said of a signature by a key: who vouches for the key, and nothing beyond. */
export const signerWords = (source: KeySource): string => {
  if (source.by === 'pin') return 'a key that you pinned';
  return source.by === 'file' ? `a key that ${source.name} lists` : `a key that ${source.address} publishes`;
};

/** These keys, all known the same way. */
export const knownKeys = (keys: readonly (PublicKey | BareKey)[], known: KeySource): KnownKey[] =>
  keys.map((key) => ({ ...key, known }));

/** The keys of a list, or why it is refused as a whole. */
export interface ReadKeys {
  readonly keys: readonly (PublicKey | BareKey)[];
  readonly problems: readonly string[];
}

/** Reads a keys document or a JSON Web Key Set. One wrong key spoils the list (SPEC.md §17.1). */
export const readKeys = async (list: unknown): Promise<ReadKeys> => {
  const document = KeysDocument.safeParse(list);
  // A list that names a schema is read by that schema, and never by the looser shape of a key set.
  const set = typeof list === 'object' && list !== null && 'schema' in list ? undefined : Jwks.safeParse(list);
  const keys: readonly (PublicKey | BareKey)[] =
    document.data?.keys ?? set?.data?.keys.map(({ kid, kty, crv, x }) => ({ kid, public_key: { kty, crv, x } })) ?? [];
  if (document.success || set?.success) {
    const problems = await checkKeys(keys);
    return { keys: problems.length === 0 ? keys : [], problems };
  }
  const { issues } = document.error;
  return {
    keys: [],
    problems: issues.slice(0, 5).map(({ path, message }) => `/${path.join('/')}: ${message}`),
  };
};

/** Of these keys the pinned ones, which are known by that; all of them where nothing is pinned. */
export const pinKeys = (keys: readonly KnownKey[], pins: readonly Thumbprint[]): KnownKey[] =>
  pins.length === 0
    ? [...keys]
    : keys.filter(({ kid }) => pins.includes(kid)).map((key) => ({ ...key, known: { by: 'pin' } }));
