import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { filesBelow } from './files-below.ts';

/** What a build is made of, relative to the top folder. */
const inputs = [
  'src',
  'datasets',
  'public',
  'SPEC.md',
  'astro.config.mjs',
  'package-lock.json',
  'tsconfig.json',
] as const;

/** Where a build notes what it was made of. */
const STAMP = 'dist/inputs.sha256';

/**
 * A hash over everything that goes into a build: names and bytes of the inputs, and the base address.
 * It reads one file after the other: every start waits for it, and that is quicker than handing each small file to a thread.
 */
export const hashInputs = (root: string, siteUrl: string): string => {
  const hash = createHash('sha256').update(siteUrl);
  for (const input of inputs) {
    const found = statSync(join(root, input), { throwIfNoEntry: false });
    const files = found?.isDirectory()
      ? filesBelow(join(root, input)).map((file) => join(input, file))
      : found
        ? [input]
        : [];
    for (const file of files) {
      const content = readFileSync(join(root, file));
      hash.update(`\0${file}\0${content.length}\0`).update(content);
    }
  }
  return hash.digest('hex');
};

/** Whether the build in `dist` was made of the present inputs. */
export const isBuildFresh = async (root: string, siteUrl: string): Promise<boolean> => {
  const stamp = await readFile(join(root, STAMP), 'utf8').catch(() => undefined);
  return stamp !== undefined && stamp.trim() === hashInputs(root, siteUrl);
};

/** Notes what `dist` is made of: the hash that the inputs had when the build began. */
export const stampBuild = (root: string, inputs: string): Promise<void> => writeFile(join(root, STAMP), `${inputs}\n`);
