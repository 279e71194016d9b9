/** `npm start`: checks the settings, builds if there is no build of the current sources and settings, and becomes the server. */
import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildEnvironment, configFromEnvironment } from '../config.ts';
import { findCardKey } from '../signing/own-keys.ts';
import { SERVER, serverFlags, whyBuild } from './build.ts';
import { listen } from './connections.ts';

const root = join(import.meta.dirname, '../..');
const server = join(root, SERVER);

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

const build = async (): Promise<void> => {
  // Before the build, which would bury the report.
  await run([join(root, 'src/cli/datasets.ts')], 'files under datasets/ have problems; see the report above');
  const astro = join(dirname(createRequire(import.meta.url).resolve('astro/package.json')), 'bin/astro.mjs');
  await run([astro, 'build', '--silent'], 'the build failed; see its output above');
};

/** @throws Error when the port is taken, which would come out only after the build */
const expectPort = async (host: string, port: number): Promise<void> => {
  const server = createServer();
  await listen(server, host, port);
  await new Promise((resolve) => server.close(resolve));
};

try {
  const { siteUrl, cardKeyFile, host, port } = configFromEnvironment();
  const { hostname, port: named } = new URL(siteUrl);
  if (hostname === 'localhost' && port !== 0 && Number(named) !== port)
    say(`PORT is ${port}, but the addresses in answers lead to ${siteUrl}: set SITE_URL, too.`);
  const cardKey = await findCardKey(cardKeyFile);
  const why = whyBuild(root, siteUrl, cardKey?.kid);
  if (why !== undefined) {
    await expectPort(host, port);
    say(`${why}: building first, which takes about half a minute. Services that run are not touched.`);
    await build();
    const still = whyBuild(root, siteUrl, cardKey?.kid);
    if (still !== undefined)
      throw new Error(`${still}: it was built, or a source was changed, at the same time; start again`);
    say('The build is done; starting the service.');
  }
  // The process becomes the server: what the checks loaded, some 30 MB, is gone. Windows has no such call.
  process.execve?.(process.execPath, [process.execPath, ...process.execArgv, ...serverFlags, server]);
  await import(pathToFileURL(server).href);
} catch (failure) {
  say(`The service cannot start: ${failure instanceof Error ? failure.message : String(failure)}`);
  process.exit(1);
}
