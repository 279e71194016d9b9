import type { PublicJwk, PublicKey } from '../domain/keys/public-key.ts';
import type { Database } from './database.ts';

interface ServiceKeyRow {
  kid: string;
  x: string;
  valid_from: string;
}

/**
 * The public halves of the keys that this service and its other instances have signed with. None is ever taken out.
 * Every method throws `storage_unavailable` when the store cannot be used.
 */
export const serviceKeyStore = ({ knex, read, write }: Database) => ({
  /**
   * Keeps the key as valid from this time. A key that is there already is left as it is.
   * @returns the time from which it is valid, RFC 3339.
   */
  add: (kid: string, { x }: PublicJwk, validFrom: Date): Promise<string> =>
    write('store the public key of the service', async () => {
      await knex<ServiceKeyRow>('service_keys')
        .insert({ kid, x, valid_from: validFrom.toISOString() })
        .onConflict('kid')
        .ignore();
      return (await knex<ServiceKeyRow>('service_keys').where({ kid }).first())!.valid_from;
    }),

  list: (): Promise<PublicKey[]> =>
    read('list the keys of the service', async () =>
      (await knex<ServiceKeyRow>('service_keys').orderBy('kid')).map(({ kid, x, valid_from }) => ({
        kid,
        use: 'service',
        public_key: { kty: 'OKP', crv: 'Ed25519', x },
        valid_from,
      })),
    ),
});
