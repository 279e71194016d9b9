import { execFileSync, spawnSync } from 'node:child_process';
import { rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { newFolder } from '../support/server.ts';

/** A place for a store that can be made full and roomy again. */
export interface SmallDisk {
  readonly folder: string;
  /** How it is made, for the report. */
  readonly kind: string;
  fill(pid: number): void;
  makeRoom(pid: number): void;
  remove(): void;
}

const KEPT_FREE_BYTES = 64 * 1024;

/** A tmpfs of its own where that may be mounted; otherwise a limit on the size of files of the service. */
export const openSmallDisk = async (megabytes: number): Promise<SmallDisk> => {
  const folder = await newFolder();
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'soak', folder]).status === 0;
  const ballast = join(folder, 'ballast');
  if (!mounted) {
    const limit = (pid: number, bytes: string) =>
      void spawnSync('prlimit', ['--pid', String(pid), `--fsize=${bytes}:`]);
    return {
      folder,
      kind: 'a limit on the size of its files (RLIMIT_FSIZE), since no tmpfs can be mounted here',
      fill: (pid) => limit(pid, '65536'),
      makeRoom: (pid) => limit(pid, 'unlimited'),
      remove: () => rmSync(folder, { recursive: true, force: true }),
    };
  }
  return {
    folder,
    kind: `a tmpfs of ${megabytes} MB`,
    fill() {
      const { bavail, bsize } = statfsSync(folder);
      try {
        writeFileSync(ballast, Buffer.alloc(Math.max(0, bavail * bsize - KEPT_FREE_BYTES)));
      } catch (failure) {
        // The service took the last room in the meantime: the disk is as full as it can be.
        if ((failure as NodeJS.ErrnoException).code !== 'ENOSPC') throw failure;
      }
    },
    makeRoom: () => rmSync(ballast, { force: true }),
    remove() {
      execFileSync('umount', ['-l', folder]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
};
