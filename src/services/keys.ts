import { KeysDocument } from '../domain/keys/keys-document.ts';
import type { PublicKey, Thumbprint } from '../domain/keys/public-key.ts';

/** Every public key of the service: those of the operator, and those that its instances sign with. */
export const keysService = ({
  findPrebuilt,
  stored,
}: {
  /** The text of a document that was built ahead, or undefined. */
  readonly findPrebuilt: (path: string) => Promise<string | undefined>;
  readonly stored: () => Promise<readonly PublicKey[]>;
}) => {
  const listOfOperator = async (): Promise<readonly PublicKey[]> => {
    const text = await findPrebuilt('/static/operator-keys.json');
    return text === undefined ? [] : KeysDocument.parse(JSON.parse(text)).keys;
  };

  return {
    /** What the operator says about a key, a revocation for instance, goes before the store. @throws ServiceError storage_unavailable */
    async list(): Promise<readonly PublicKey[]> {
      const [operator, own] = await Promise.all([listOfOperator(), stored()]);
      const listed = new Set(operator.map(({ kid }) => kid));
      return [...operator, ...own.filter(({ kid }) => !listed.has(kid))];
    },

    /** When the operator revoked a key; undefined when it is not revoked. */
    async revokedAt(kid: Thumbprint): Promise<PublicKey['revoked_at']> {
      return (await listOfOperator()).find((key) => key.kid === kid)?.revoked_at;
    },
  };
};
