import type { BareKey, PublicKey, Thumbprint } from './public-key.ts';

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

/** Of these keys the pinned ones, which are known by that; all of them where nothing is pinned. */
export const pinKeys = (keys: readonly KnownKey[], pins: readonly Thumbprint[]): KnownKey[] =>
  pins.length === 0
    ? [...keys]
    : keys.filter(({ kid }) => pins.includes(kid)).map((key) => ({ ...key, known: { by: 'pin' } }));
