import { existsSync } from 'node:fs';
import type { KeyUse, PublicKey } from '../domain/keys/public-key.ts';
import { KeyFileError, newSigningKey, readKeyFile, type SigningKey, writeKeyFile } from './key-file.ts';

const LIST = 'datasets/keys.yaml';

/** Why a key must not sign at this time, by its entry in the list of public keys; undefined when it may. */
export const keyRefusal = (entry: PublicKey | undefined, use: KeyUse, now: Date): string | undefined => {
  if (entry === undefined)
    return `is not listed in ${LIST}, so people could not check what it signs. List it with npm run keys -- new --use ${use} --file and its file.`;
  const clock = now.toISOString();
  if (entry.use !== use) return `is listed in ${LIST} for ${entry.use}; expected a key for ${use}.`;
  if (entry.revoked_at !== undefined)
    return `was revoked at ${entry.revoked_at} as ${entry.revocation_reason}. Sign with its successor.`;
  if (now.getTime() < Date.parse(entry.valid_from))
    return `is valid from ${entry.valid_from}, and the clock says ${clock}. Set the clock, or wait.`;
  if (entry.valid_until !== undefined && now.getTime() > Date.parse(entry.valid_until))
    return `was valid until ${entry.valid_until}, and the clock says ${clock}. Sign with its successor.`;
  return undefined;
};

const refuseCard = (problem: string): never => {
  throw new KeyFileError(`CARD_KEY_FILE: ${problem}`);
};

/**
 * The key that a build signs with; undefined where the setting names none.
 * @throws KeyFileError that names the setting, when the file cannot be used.
 */
export const findCardKey = async (path: string | undefined): Promise<SigningKey | undefined> =>
  path === undefined ? undefined : readKeyFile(path, 'card').catch((failure: Error) => refuseCard(failure.message));

/**
 * The entry of the card key among the published keys (SPEC.md §14.1).
 * @throws KeyFileError that names the setting, when the key must not sign now.
 */
export const listedCardKey = ({ kid }: SigningKey, listed: readonly PublicKey[], now: Date): PublicKey => {
  const entry = listed.find((one) => one.kid === kid);
  const refusal = keyRefusal(entry, 'card', now);
  return refusal === undefined ? entry! : refuseCard(`the key ${kid} ${refusal}`);
};

/**
 * The key of the running service, from its file; where there is no file, one is made (SPEC.md §14.1).
 * @throws KeyFileError when the file cannot be used or made.
 */
export const openServiceKey = async (path: string): Promise<{ key: SigningKey; made: boolean }> => {
  if (!existsSync(path)) {
    const key = await newSigningKey('service');
    try {
      await writeKeyFile(path, key);
      return { key, made: true };
    } catch (thrown) {
      // Another process that starts at the same time may have made the file since.
      if (!(thrown instanceof KeyFileError) || !existsSync(path)) throw thrown;
    }
  }
  return { key: await readKeyFile(path, 'service'), made: false };
};
