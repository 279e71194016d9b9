import { spawnSync } from 'node:child_process';
import { cp, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { buildEnvironment } from '../../src/config.ts';
import { newFolder } from './server.ts';
import { smallDatasets } from './small-datasets.ts';

const root = join(import.meta.dirname, '../..');
/** What a build reads. */
const parts = [
  'src',
  'datasets',
  'public',
  'SPEC.md',
  'OPERATIONS.md',
  'astro.config.mjs',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
];

/** A copy of the present sources in a new folder, with the modules of this project, free to be changed. */
const copyProject = async (): Promise<string> => {
  const folder = await newFolder();
  for (const part of parts) await cp(join(root, part), join(folder, part), { recursive: true });
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
  return folder;
};

/** A copy of the project whose datasets hold one record each, so that it is built quickly. */
export const copySmallProject = async (): Promise<string> => {
  const folder = await copyProject();
  await rm(join(folder, 'datasets'), { recursive: true });
  await cp(join(smallDatasets(), 'datasets'), join(folder, 'datasets'), { recursive: true });
  for (const part of ['README.md', 'vectors', 'decision-receipts', 'keys.yaml']) {
    await cp(join(root, 'datasets', part), join(folder, 'datasets', part), { recursive: true });
  }
  return folder;
};

/** Builds a copy and gives the folder of its built files. Throws what the build said when it fails. */
export const buildProject = (folder: string, settings: Readonly<Record<string, string>> = {}): string => {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['node_modules/astro/bin/astro.mjs', 'build'], {
    cwd: folder,
    encoding: 'utf8',
    // What is compiled of a copy is of no use to another.
    env: { ...buildEnvironment(), NODE_COMPILE_CACHE: '', ...settings },
  });
  if (status !== 0) throw new Error(`the build failed:\n${stdout}${stderr}`);
  return join(folder, 'dist/client');
};
