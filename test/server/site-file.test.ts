import { cp, mkdir, readFile, rm, symlink, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { call } from '../support/call.ts';
import { newFolder, startServer } from '../support/server.ts';

const root = join(import.meta.dirname, '../..');
const SERVER = '../dist/server/serve.mjs';

/** A copy of what a server of the build needs, in a folder of its own. */
const copyBuild = async (): Promise<string> => {
  const folder = await newFolder();
  await mkdir(join(folder, 'dist'));
  for (const part of ['package.json', 'dist/server', 'dist/site.bin'])
    await cp(join(root, part), join(folder, part), { recursive: true });
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
  return folder;
};

test('a running service goes on answering from its own build while another one is made in the same folder', async () => {
  const folder = await copyBuild();
  const server = await startServer({}, SERVER, folder);
  // Pages that are made on request are loaded before the first of them is answered.
  await call(`${server.url}/intake/none`);
  // A build empties the folder first.
  await rm(join(folder, 'dist'), { recursive: true });
  for (const [address, file] of [
    ['/', 'index.html'],
    ['/static/status.json', 'static/status.json'],
    ['/errors', 'errors.html'],
  ]) {
    const { status, text } = await call(server.url + address!);
    expect({ status, text }).toEqual({ status: 200, text: await readFile(join(root, 'dist/client', file!), 'utf8') });
  }
  await server.stop();
});

test('a build that was cut off while it was copied does not start, and says so', async () => {
  const folder = await copyBuild();
  await truncate(join(folder, 'dist/site.bin'), 100_000);
  await expect(startServer({}, SERVER, folder)).rejects.toThrow(/site\.bin is cut off: build it anew/);
  await rm(join(folder, 'dist/site.bin'));
  await expect(startServer({}, SERVER, folder)).rejects.toThrow(/site\.bin.*build it anew/s);
});
