import { spawnSync } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { buildEnvironment } from '../../src/config.ts';
import { whyBuild } from '../../src/server/build.ts';
import { compiledOnce } from './compiled-once.ts';

const root = join(import.meta.dirname, '../..');
/** What the tests build for: the default base address, and no key. */
const builtFor = { SITE_URL: 'http://localhost:4321', CARD_KEY_FILE: '' };

/** Builds once before the tests, unless `dist` is made of the present sources. */
export default async function setup(): Promise<void> {
  if (whyBuild(root, builtFor.SITE_URL, null) === undefined) return;
  // What was compiled of earlier sources is of no more use.
  await rm(compiledOnce.NODE_COMPILE_CACHE, { recursive: true, force: true });
  const { status, stdout, stderr } = spawnSync(process.execPath, ['node_modules/astro/bin/astro.mjs', 'build'], {
    cwd: root,
    encoding: 'utf8',
    env: { ...buildEnvironment(), ...builtFor },
  });
  if (status !== 0) throw new Error(`the build failed:\n${stdout}${stderr}`);
}
