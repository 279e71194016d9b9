import { createHash } from 'node:crypto';
import { existsSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { filesBelow } from './built-files.ts';

/** The inputs of a build, relative to the root of the project. */
export const inputs = [
  'src',
  'datasets',
  'public',
  'SPEC.md',
  'OPERATIONS.md',
  'astro.config.mjs',
  'package-lock.json',
  'tsconfig.json',
] as const;

/** Where this process makes a build, relative to the root: it takes the place of the last one when it is whole. */
export const BUILDING = `.astro/build-${process.pid}`;
/** The last whole build. */
const BUILT = 'dist';
/** The file of a build that says what it was made from. */
const STAMP = 'build.json';

/** The server of a build, relative to the root. */
export const SERVER = 'dist/server/serve.mjs';
/**
 * The options of Node with which it runs: a young generation of 8 MB, and garbage collected early. `bench server` sees 208 MB at
 * most; shorter loads of its kind took 249 MB without them, and 299 MB without the second.
 */
export const serverFlags = ['--max-semi-space-size=8', '--heap-growing-percent=12'];

/** What a build was made from. */
export interface BuildStamp {
  readonly inputs_sha256: string;
  readonly site_url: string;
  /** The id of the key that signed its card; null without one. */
  readonly card_key: string | null;
}

/**
 * A hash over everything that goes into a build but its settings: names and bytes of the inputs.
 * Files are read synchronously, because every start waits for this and reading many small files in threads is slower.
 */
export const hashInputs = (root: string): string => {
  const hash = createHash('sha256');
  for (const input of inputs) {
    const found = statSync(join(root, input), { throwIfNoEntry: false });
    const below = found?.isDirectory() ? filesBelow(join(root, input)).map((file) => join(input, file)) : [input];
    for (const file of found ? below : []) {
      const content = readFileSync(join(root, file));
      hash.update(`\0${file}\0${content.length}\0`).update(content);
    }
  }
  return hash.digest('hex');
};

/**
 * Why there has to be a new build, in words for the operator; undefined when the last one will do.
 * @param cardKey the id of the key that it must be signed with, null for none; undefined takes a build that is signed with any, or not.
 */
export const whyBuild = (root: string, siteUrl: string, cardKey?: string | null): string | undefined => {
  const file = join(root, BUILT, STAMP);
  if (!existsSync(file)) return 'There is no build';
  let stamp: BuildStamp;
  try {
    stamp = JSON.parse(readFileSync(file, 'utf8')) as BuildStamp;
  } catch {
    return `There is no whole build: ${file} cannot be read`;
  }
  if (stamp.site_url !== siteUrl) return `The build in ${BUILT} is for ${stamp.site_url}, not for ${siteUrl}`;
  if (cardKey !== undefined && stamp.card_key !== cardKey)
    return `The build in ${BUILT} is signed with another key, or with none`;
  return stamp.inputs_sha256 === hashInputs(root) ? undefined : `The build in ${BUILT} is of other sources`;
};

/** Puts a whole build in the place of the last one. A service that runs from that one has read all of it. */
export const placeBuild = (root: string, stamp: BuildStamp): void => {
  const [building, built] = [join(root, BUILDING), join(root, BUILT)];
  const last = `${building}.last`;
  writeFileSync(join(building, STAMP), `${JSON.stringify(stamp)}\n`);
  rmSync(last, { recursive: true, force: true });
  if (existsSync(built)) renameSync(built, last);
  renameSync(building, built);
  rmSync(last, { recursive: true, force: true });
};
