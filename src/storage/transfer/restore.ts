import { constants, existsSync } from 'node:fs';
import { chmod, copyFile, link, mkdir, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { prepareStoreFile } from '../store-file.ts';
import { type BackupManifest, checkBackup, readManifest } from './backup.ts';

/**
 * Restores a backup into a file that does not exist yet. What stands there in the end is compared with the manifest first.
 * @throws Error when the backup does not match its manifest, or something stands at the place; then nothing is changed.
 */
export const restore = async (backup: string, target: string): Promise<BackupManifest> => {
  const manifest = await readManifest(backup);
  for (const path of [target, `${target}-wal`, `${target}-shm`])
    if (existsSync(path))
      throw new Error(
        `${path} exists, and a backup is restored into a new file only. Move it away, or name another file.`,
      );
  await mkdir(dirname(target), { recursive: true, mode: 0o700 });
  const part = `${target}.part`;
  await rm(part, { force: true });
  try {
    await copyFile(backup, part, constants.COPYFILE_EXCL);
    await chmod(part, 0o600);
    await checkBackup(part, manifest, backup);
    // Unlike a renaming, this never replaces a file.
    await link(part, target);
  } finally {
    await rm(part, { force: true });
  }
  prepareStoreFile(target).settle();
  return manifest;
};
