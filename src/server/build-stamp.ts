import { createHash } from 'node:crypto';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { filesBelow } from './finish-build.ts';

/** What a build is made of, relative to the top folder. */
const inputs = [
  'src',
  'datasets',
  'public',
  'test/fixtures/vectors',
  'astro.config.mjs',
  'package-lock.json',
  'tsconfig.json',
] as const;

/** Where a build notes what it was made of. */
const STAMP = 'dist/inputs.sha256';

/** A hash over everything that goes into a build: names and bytes of the inputs, and the base address. */
export const hashInputs = async (root: string, siteUrl: string): Promise<string> => {
  const hash = createHash('sha256').update(siteUrl);
  for (const input of inputs) {
    const found = await stat(join(root, input)).catch(() => undefined);
    const files = found?.isDirectory()
      ? (await filesBelow(join(root, input))).map((file) => join(input, file))
      : found
        ? [input]
        : [];
    const contents = await Promise.all(files.map((file) => readFile(join(root, file))));
    files.forEach((file, index) => hash.update(`\0${file}\0${contents[index]!.length}\0`).update(contents[index]!));
  }
  return hash.digest('hex');
};

/** Whether the build in `dist` was made of the present inputs. */
export const isBuildFresh = async (root: string, siteUrl: string): Promise<boolean> => {
  const stamp = await readFile(join(root, STAMP), 'utf8').catch(() => undefined);
  return stamp !== undefined && stamp.trim() === (await hashInputs(root, siteUrl));
};

/** Notes what `dist` is made of: the hash that the inputs had when the build began. */
export const stampBuild = (root: string, inputs: string): Promise<void> => writeFile(join(root, STAMP), `${inputs}\n`);
