import { thumbprintOf } from '../../domain/keys/public-key.ts';
import { writeKeyFile } from '../../signing/key-file.ts';

/** The key pair of RFC 8037, appendix A: everybody knows its private half, and it signs nothing but examples. */
const publicJwk = { kty: 'OKP', crv: 'Ed25519', x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo' } as const;
const PRIVATE_HALF = 'nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A';

/** Writes the key of the examples as the key file of a service. */
export const writeExampleKey = async (path: string): Promise<void> => {
  const kid = await thumbprintOf(publicJwk);
  await writeKeyFile(path, { kid, use: 'service', publicJwk, privateJwk: { ...publicJwk, d: PRIVATE_HALF } });
};
