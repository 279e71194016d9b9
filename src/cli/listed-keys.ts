import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkKeysFile, KEYS_FILE } from '../dataset-files/check-keys.ts';
import { problemReport } from '../dataset-files/problem-report.ts';
import type { PublicKey } from '../domain/keys/public-key.ts';
import { CommandError } from './terminal.ts';

/**
 * The list of public keys under this folder: its text and its keys; without the file it is empty.
 * @param root folder that holds `datasets/`.
 * @throws CommandError when it has problems.
 */
export const readListedKeys = (root: string): { text: string; keys: readonly PublicKey[] } => {
  const path = join(root, KEYS_FILE);
  const text = existsSync(path) ? readFileSync(path, 'utf8') : 'keys: []\n';
  const { keys, problems } = checkKeysFile({ [KEYS_FILE]: text });
  if (problems.length > 0) throw new CommandError(`${problemReport(problems)}\nFix these first.`);
  return { text, keys };
};
