import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { filesBelow } from './files-below.ts';

/** The inputs of a build, relative to the root of the project. */
export const inputs = [
  'src',
  'datasets',
  'public',
  'SPEC.md',
  'astro.config.mjs',
  'package-lock.json',
  'tsconfig.json',
] as const;

/** The file in which a build records the hash of its inputs and the id of its card key. */
const STAMP = 'dist/inputs.sha256';

/**
 * A hash over everything that goes into a build: names and bytes of the inputs, and the base address.
 * Files are read synchronously, because every start waits for this and reading many small files in threads is slower.
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

/**
 * Whether the build in `dist` was made from the current inputs.
 * @param cardKey the id of the key that it must be signed with; undefined takes a build that is signed with any, or not.
 */
export const isBuildFresh = async (root: string, siteUrl: string, cardKey?: string): Promise<boolean> => {
  const stamp = await readFile(join(root, STAMP), 'utf8').catch(() => '');
  const [inputs, signedWith] = stamp.split('\n');
  return inputs === hashInputs(root, siteUrl) && (cardKey === undefined || signedWith === cardKey);
};

/** Records the hash that the inputs had when the build began, and the id of the key that signed it, if any. */
export const stampBuild = (root: string, inputs: string, cardKey = ''): Promise<void> =>
  writeFile(join(root, STAMP), `${inputs}\n${cardKey}\n`);
