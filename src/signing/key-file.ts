import { createPrivateKey, createPublicKey, generateKeyPairSync } from 'node:crypto';
import { z } from 'zod';
import { KeyUse, PublicJwk, type Thumbprint, thumbprintOf } from '../domain/keys/public-key.ts';
import { schemaId } from '../domain/vocabulary/service.ts';
import { readPrivateFile } from '../private-file.ts';
import { writeNewFile } from '../whole-file.ts';

/** A private key as it stands in its file: a JSON Web Key (RFC 8037) with the use it is for. */
const KeyFile = z.strictObject({
  schema: z.literal(schemaId('private-key')),
  use: KeyUse,
  private_key: PublicJwk.extend({ d: z.string().regex(/^[A-Za-z0-9_-]{43}$/) }),
});

/** A private key that was read or made. `privateJwk` is secret: it is never logged and in no message. */
export interface SigningKey {
  readonly kid: Thumbprint;
  readonly use: KeyUse;
  readonly publicJwk: PublicJwk;
  readonly privateJwk: PublicJwk & { readonly d: string };
}

/** A key file that cannot be used. The message names the file and what to do, and holds nothing of its content. */
export class KeyFileError extends Error {
  override readonly name = 'KeyFileError';
}

const LARGEST_KEY_FILE_BYTES = 10_000;

const signingKeyOf = async ({ use, private_key }: z.infer<typeof KeyFile>): Promise<SigningKey> => {
  const publicJwk: PublicJwk = { kty: private_key.kty, crv: private_key.crv, x: private_key.x };
  return { kid: await thumbprintOf(publicJwk), use, publicJwk, privateJwk: private_key };
};

/** Whether the private half belongs to the public half: a file that was put together wrongly signs in vain. */
const isPair = ({ privateJwk, publicJwk }: SigningKey): boolean => {
  try {
    const own = createPublicKey(createPrivateKey({ key: { ...privateJwk }, format: 'jwk' }));
    return own.export({ format: 'jwk' }).x === publicJwk.x;
  } catch {
    return false;
  }
};

/** What to do about a file that does not count, where its words do not say it. */
const remedies: Readonly<Record<string, string>> = {
  missing: ' npm run keys -- new makes one.',
  not_private: ' Revoke a key that others may have read as compromised.',
};

/**
 * Reads the private key at this path. The file must be private to its owner (SPEC.md §14.1).
 * @param use the use that the key must have.
 * @throws KeyFileError when the file is missing, unreadable, readable by others, no key, or a key of another use.
 */
export const readKeyFile = async (path: string, use: KeyUse): Promise<SigningKey> => {
  const file = await readPrivateFile(path, LARGEST_KEY_FILE_BYTES);
  if (file.problem !== undefined)
    throw new KeyFileError(`The key file ${path} cannot be used: ${file.words}${remedies[file.problem] ?? ''}`);
  let content: unknown;
  try {
    content = JSON.parse(file.text);
  } catch {
    // The parser’s message quotes the text, so it is not passed on.
    throw new KeyFileError(`${path} is not a key file: it is not JSON.`);
  }
  const parsed = KeyFile.safeParse(content);
  if (!parsed.success)
    throw new KeyFileError(
      `${path} is not a key file: expected a private Ed25519 key as npm run keys -- new writes it.`,
    );
  if (parsed.data.use !== use)
    throw new KeyFileError(`The key in ${path} is for ${parsed.data.use}; expected a key for ${use}.`);
  const key = await signingKeyOf(parsed.data);
  if (!isPair(key))
    throw new KeyFileError(`${path} is not a key file: its private and its public half do not belong together.`);
  return key;
};

/** Makes a new Ed25519 key for this use, in memory only. */
export const newSigningKey = (use: KeyUse): Promise<SigningKey> => {
  const { x, d } = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' });
  return signingKeyOf({
    schema: schemaId('private-key'),
    use,
    private_key: { kty: 'OKP', crv: 'Ed25519', x: x!, d: d! },
  });
};

/**
 * Writes the key to a new file with mode 0600: whole or not at all, and never over a file that is there.
 * @throws KeyFileError when the path is taken or cannot be written.
 */
export const writeKeyFile = async (path: string, { use, privateJwk }: SigningKey): Promise<void> => {
  const text = `${JSON.stringify({ schema: schemaId('private-key'), use, private_key: privateJwk }, null, 2)}\n`;
  try {
    await writeNewFile(path, text, { file: 0o600, folder: 0o700 });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new KeyFileError(
      code === 'EEXIST'
        ? `${path} is taken. A key is never overwritten: name another path.`
        : `The key file ${path} cannot be written (${code ?? 'unknown error'}).`,
    );
  }
};
