import type { PublicKey } from '../domain/keys/public-key.ts';
import { KeyFileError, readKeyFile, type SigningKey } from './key-file.ts';

const refuse = (problem: string): never => {
  throw new KeyFileError(`CARD_KEY_FILE: ${problem}`);
};

/**
 * The key that a build signs with; undefined where the setting names none.
 * @throws KeyFileError that names the setting, when the file cannot be used.
 */
export const findCardKey = async (path: string | undefined): Promise<SigningKey | undefined> =>
  path === undefined
    ? undefined
    : readKeyFile(path, 'card').catch((failure: unknown) =>
        failure instanceof KeyFileError ? refuse(failure.message) : Promise.reject(failure as Error),
      );

/**
 * The entry of the key among the published keys, which tells others that it may sign (SPEC.md §14.1).
 * @throws KeyFileError that names the setting, when the key is not listed, of another use, revoked, or not valid now.
 */
export const listedCardKey = ({ kid }: SigningKey, listed: readonly PublicKey[], now: Date): PublicKey => {
  const key = listed.find((one) => one.kid === kid);
  if (key === undefined)
    return refuse(
      `datasets/keys.yaml does not list the key ${kid}, so nobody could check what it signs. Add it with npm run keys -- publish --use card.`,
    );
  if (key.use !== 'card') return refuse(`datasets/keys.yaml lists the key ${kid} for ${key.use}; expected card.`);
  if (key.revoked_at !== undefined)
    return refuse(`the key ${kid} was revoked at ${key.revoked_at}. Make another with npm run keys -- new --use card.`);
  if (Date.parse(key.valid_from) > now.getTime())
    return refuse(`the key ${kid} is valid from ${key.valid_from}, which is in the future.`);
  if (key.valid_until !== undefined && Date.parse(key.valid_until) < now.getTime())
    return refuse(`the key ${kid} ended at ${key.valid_until}. Make another with npm run keys -- new --use card.`);
  return key;
};
