import { KEYS_FILE } from '../dataset-files/check-keys.ts';
import type { PublicKey } from '../domain/keys/public-key.ts';
import type { Timestamp } from '../domain/vocabulary/timestamp.ts';
import { KeyFileError, readKeyFile } from '../signing/key-file.ts';
import { openSigner, type Signer } from '../signing/sign.ts';

/** Why a key must not sign at this time; undefined when it may. */
const refusalOf = (listed: PublicKey | undefined, at: Date): string | undefined => {
  if (listed === undefined)
    return `is not listed in ${KEYS_FILE}. List its public half there first, so that people can check what it signs.`;
  if (listed.use !== 'decisions') return `is listed in ${KEYS_FILE} for ${listed.use}; expected a key for decisions.`;
  if (listed.revoked_at !== undefined)
    return `was revoked at ${listed.revoked_at} as ${listed.revocation_reason}. Sign with its successor.`;
  const clock: Timestamp = at.toISOString();
  if (at.getTime() < Date.parse(listed.valid_from))
    return `is valid from ${listed.valid_from}, and the clock says ${clock}. Set the clock, or wait.`;
  if (listed.valid_until !== undefined && at.getTime() > Date.parse(listed.valid_until))
    return `was valid until ${listed.valid_until}, and the clock says ${clock}. Sign with its successor.`;
  return undefined;
};

/** A signer that may sign now, with what is published about its key. */
export interface DecisionSigner {
  readonly signer: Signer;
  readonly listed: PublicKey;
}

/** The signers of these key files, and every reason why one of them must not sign at this time. */
export const openDecisionSigners = async (
  paths: readonly string[],
  keys: readonly PublicKey[],
  at: Date,
): Promise<{ signers: DecisionSigner[]; problems: string[] }> => {
  const signers: DecisionSigner[] = [];
  const problems: string[] = [];
  for (const path of paths) {
    try {
      const key = await readKeyFile(path, 'decisions');
      const listed = keys.find(({ kid }) => kid === key.kid);
      const refusal = signers.some(({ listed: { kid } }) => kid === key.kid)
        ? 'is given twice; a key signs once.'
        : refusalOf(listed, at);
      if (refusal === undefined) signers.push({ signer: openSigner(key), listed: listed! });
      else problems.push(`The key ${key.kid} in ${path} ${refusal}`);
    } catch (error) {
      if (!(error instanceof KeyFileError)) throw error;
      problems.push(error.message);
    }
  }
  return { signers, problems };
};
