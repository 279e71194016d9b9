import { isJsonObject } from '../json/json-object.ts';
import { inputProblems } from '../vocabulary/input-problems.ts';
import { checkKeys, Jwks, KeysDocument } from './keys-document.ts';
import type { BareKey, PublicKey } from './public-key.ts';

/** The keys of a list, or why it is refused as a whole. */
export interface ReadKeys {
  readonly keys: readonly (PublicKey | BareKey)[];
  readonly problems: readonly string[];
}

/** The most problems of a list that are listed. */
const MOST_LISTED = 5;

/** Reads a keys document or a JSON Web Key Set. One wrong key spoils the list (SPEC.md §17.1). */
export const readKeys = async (list: unknown): Promise<ReadKeys> => {
  const document = KeysDocument.safeParse(list);
  // A list that names a schema is read by that schema, and never by the looser shape of a key set.
  const set = isJsonObject(list) && 'schema' in list ? undefined : Jwks.safeParse(list);
  const keys: readonly (PublicKey | BareKey)[] =
    document.data?.keys ?? set?.data?.keys.map(({ kid, kty, crv, x }) => ({ kid, public_key: { kty, crv, x } })) ?? [];
  if (document.success || set?.success) {
    const problems = await checkKeys(keys);
    return { keys: problems.length === 0 ? keys : [], problems };
  }
  const problems = inputProblems(document.error.issues).slice(0, MOST_LISTED);
  return { keys: [], problems: problems.map(({ pointer, detail }) => `${pointer}: ${detail}`) };
};
