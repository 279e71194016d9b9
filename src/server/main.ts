/** `npm start`: checks the settings, builds if there is no build of the current sources, and becomes the server. */
import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildEnvironment, configFromEnvironment, serverEnvironment } from '../config.ts';
import { findCardKey } from '../signing/own-keys.ts';
import { isBuildFresh } from './build-stamp.ts';
import { warningsOfEnvFile } from './env-file-warnings.ts';
import { listen } from './listen.ts';
import { buildFlags, serverFlags } from './server-flags.ts';

const root = join(import.meta.dirname, '../..');
const program = join(root, 'dist/server/serve.mjs');

const say = (line: string): void => void process.stderr.write(`${line}\n`);

/** Runs a program of the project; only its problems are shown. */
const run = (args: readonly string[], otherwise: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, {
      cwd: root,
      env: buildEnvironment(),
      stdio: ['ignore', 'ignore', process.stderr],
    });
    child.once('error', reject);
    child.once('exit', (code) => (code === 0 ? resolve() : reject(new Error(otherwise))));
  });

/** So that nobody waits for a build whose server cannot listen, and a service that runs keeps the build that it serves. */
const expectFreePort = async (host: string, port: number): Promise<void> => {
  const probe = createServer();
  await listen(probe, host, port);
  await new Promise((resolve) => probe.close(resolve));
};

const build = async (): Promise<void> => {
  // Before the build, which would bury the report.
  await run([join(root, 'src/cli/datasets.ts')], 'files under datasets/ have problems; see the report above');
  const astro = join(dirname(createRequire(import.meta.url).resolve('astro/package.json')), 'bin/astro.mjs');
  await run([...buildFlags, astro, 'build', '--silent'], 'the build failed; see its output above');
  // The service does not need them: without npm, which writes one of them, it starts all the same.
  await run([join(root, 'src/cli/third-party.ts')], 'see its output above').catch((failure: Error) =>
    say(`The notices of third parties were not written: ${failure.message}`),
  );
};

try {
  for (const warning of warningsOfEnvFile()) say(`.env: ${warning}`);
  const { siteUrl, cardKeyFile, host, port } = configFromEnvironment();
  const { hostname, port: named } = new URL(siteUrl);
  if (hostname === 'localhost' && port !== 0 && Number(named) !== port)
    say(`PORT is ${port}, but the addresses in answers lead to ${siteUrl}: set SITE_URL, too.`);
  const cardKey = await findCardKey(cardKeyFile);
  if (!(await isBuildFresh(root, siteUrl, cardKey?.kid))) {
    await expectFreePort(host, port);
    say('There is no build of the current sources and settings: building first, which takes about half a minute.');
    await build();
    say('The build is done; starting the service.');
  }
  // The process becomes the built server, so the memory that checking and building needed is freed.
  process.execve?.(process.execPath, [process.execPath, ...serverFlags, program], serverEnvironment());
  await import(pathToFileURL(program).href);
} catch (failure) {
  say(`The service cannot start: ${failure instanceof Error ? failure.message : String(failure)}`);
  process.exit(1);
}
