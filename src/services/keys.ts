import { KeysDocument, type PublicKey } from '../domain/keys/public-key.ts';

/** Where the keys of the operator stand that were published with the build. */
export const OPERATOR_KEYS_PATH = '/static/operator-keys.json';

/** Every public key of the service: those of the operator, and those that its instances sign with. */
export const keysService = ({
  prebuilt,
  stored,
}: {
  readonly prebuilt: (path: string) => Promise<unknown>;
  readonly stored: () => Promise<readonly PublicKey[]>;
}) => ({
  /** What the operator says of a key, a revocation for instance, goes before what the store says. @throws ServiceError storage_unavailable */
  async list(): Promise<readonly PublicKey[]> {
    const [built, own] = await Promise.all([prebuilt(OPERATOR_KEYS_PATH), stored()]);
    const { keys } = KeysDocument.parse(built);
    const listed = new Set(keys.map(({ kid }) => kid));
    return [...keys, ...own.filter(({ kid }) => !listed.has(kid))];
  },
});
