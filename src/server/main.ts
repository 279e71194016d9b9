/** `npm start`: checks the settings, builds if there is no build of the current sources, and becomes the server. */
import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildEnvironment, configFromEnvironment, serverEnvironment } from '../config.ts';
import { findCardKey } from '../signing/card-key.ts';
import { isBuildFresh } from './build-stamp.ts';
import { buildFlags, serverFlags } from './server-flags.ts';

const root = join(import.meta.dirname, '../..');
const program = join(root, 'dist/server/serve.mjs');

const run = (args: readonly string[], otherwise: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, {
      cwd: root,
      env: buildEnvironment(),
      stdio: ['ignore', process.stderr, process.stderr],
    });
    child.once('error', reject);
    child.once('exit', (code) => (code === 0 ? resolve() : reject(new Error(otherwise))));
  });

const build = async (): Promise<void> => {
  const astro = join(dirname(createRequire(import.meta.url).resolve('astro/package.json')), 'bin/astro.mjs');
  await run([...buildFlags, astro, 'build'], 'the build failed; see its output above');
  // The service does not need them: without npm, which writes one of them, it starts all the same.
  await run([join(root, 'src/cli/third-party.ts')], 'see its output above').catch((failure: Error) =>
    process.stderr.write(`The notices of third parties were not written: ${failure.message}\n`),
  );
};

try {
  const { siteUrl, cardKeyFile } = configFromEnvironment();
  const cardKey = await findCardKey(cardKeyFile);
  if (!(await isBuildFresh(root, siteUrl, cardKey?.kid))) {
    process.stderr.write('There is no build of the current sources and settings: building first.\n');
    await build();
  }
  // The process becomes the built server, so the memory that checking and building needed is freed.
  process.execve?.(process.execPath, [process.execPath, ...serverFlags, program], serverEnvironment());
  await import(pathToFileURL(program).href);
} catch (failure) {
  process.stderr.write(`The service cannot start: ${failure instanceof Error ? failure.message : String(failure)}\n`);
  process.exit(1);
}
