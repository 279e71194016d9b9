import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Gives this process and those that it starts a temporary folder of their own, which is removed at its end: a run of all tests makes
 * some 250 folders with 200 MB. Its name is short, since the path of a socket has at most 107 bytes.
 */
export const useTemporaryFolder = (): void => {
  const folder = mkdtempSync(join(tmpdir(), 'tests-'));
  // PostgreSQL, which root cannot run, is run by another user.
  chmodSync(folder, 0o755);
  process.env['TMPDIR'] = folder;
  process.once('exit', () => {
    try {
      rmSync(folder, { recursive: true, force: true });
    } catch {
      // A program that is about to end has written something meanwhile.
    }
  });
};
