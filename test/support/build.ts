import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { buildEnvironment } from '../../src/config.ts';
import { isBuildFresh } from '../../src/server/build-stamp.ts';

const root = join(import.meta.dirname, '../..');
/** The base address that the tests build for; the default of SITE_URL. */
const SITE_URL = 'http://localhost:4321';

/** Builds once before the tests, unless `dist` is made of the present sources. */
export default async function setup(): Promise<void> {
  if (await isBuildFresh(root, SITE_URL)) return;
  const { status, stdout, stderr } = spawnSync(process.execPath, ['node_modules/astro/bin/astro.mjs', 'build'], {
    cwd: root,
    encoding: 'utf8',
    env: { ...buildEnvironment(), SITE_URL, CARD_KEY_FILE: '' },
  });
  if (status !== 0) throw new Error(`the build failed:\n${stdout}${stderr}`);
}
