import { execFileSync } from 'node:child_process';
import { cp, mkdir, readFile, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openSiteFile } from '../../src/server/site-file.ts';
import { call } from '../support/call.ts';
import { expectProblem } from '../support/problem.ts';
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
  // What makes pages is loaded before the first of them is answered.
  await call(`${server.url}/healthz`);
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
  for (const [address, status] of [
    ['/find?q=registry', 303],
    [`/receipts/${'0'.repeat(64)}`, 404],
    ['/agent-accountability-map/compare', 200],
    ['/adjudicator-evidence-pack/pack', 303],
    ['/intake', 200],
    ['/intake/none', 404],
    ['/agent-acceptance-anchor', 200],
  ] as const)
    expect([address, (await call(server.url + address)).status]).toEqual([address, status]);
  await server.end();
});

test('a build that was cut off while it was copied does not start, and says so', async () => {
  const folder = await copyBuild();
  await truncate(join(folder, 'dist/site.bin'), 100_000);
  await expect(startServer({}, SERVER, folder)).rejects.toThrow(/site\.bin is cut off: build it anew/);
  await rm(join(folder, 'dist/site.bin'));
  await expect(startServer({}, SERVER, folder)).rejects.toThrow(/site\.bin.*build it anew/s);
});

test('a build that is copied over the one that is served gives no wrong bytes, ends nothing, and the log says what to do', async () => {
  const folder = await copyBuild();
  const server = await startServer({}, SERVER, folder);
  const seen = await call(`${server.url}/errors`);
  const site = await readFile(join(folder, 'dist/site.bin'));
  await writeFile(join(folder, 'dist/site.bin'), site.reverse());
  const refused = await call(`${server.url}/static/status.json`);
  expectProblem(refused, 'internal');
  expect(refused.text).not.toContain('site.bin');
  await truncate(join(folder, 'dist/site.bin'), 100_000);
  expectProblem(await call(`${server.url}/agent`), 'internal');
  expect((await call(`${server.url}/errors`)).text).toBe(seen.text);
  expect((await call(`${server.url}/healthz`)).status).toBe(200);
  expect(server.output()).toMatch(/site\.bin was written over while the service runs: start it again/);
  await server.end();
});

/** A file of a build with this index, which may say another length than it has. */
const siteFile = (index: string, length = index.length): Buffer => {
  const head = Buffer.alloc(4);
  head.writeUInt32LE(length);
  return Buffer.concat([head, Buffer.from(index), Buffer.alloc(1_000)]);
};

test.each([
  ['an index longer than the file', siteFile('[]', 0xffff_ffff), 'cut off'],
  ['no JSON', siteFile('[["index.html",'), 'damaged'],
  ['no list', siteFile('{}'), 'damaged'],
  ['entries that are none', siteFile('["ab",["index.html",7]]'), 'damaged'],
  ['a size below zero', siteFile('[["index.html",-1]]'), 'damaged'],
  ['a name twice', siteFile('[["index.html",7],["index.html",9]]'), 'damaged'],
  ['nothing', Buffer.alloc(0), 'cut off'],
])('a build whose file has %s does not open, and the message says how to mend it', async (_, content, problem) => {
  const file = join(await newFolder(), 'site.bin');
  await writeFile(file, content);
  expect(() => openSiteFile(file)).toThrow(`${file} is ${problem}: build it anew`);
});

test('a folder or a pipe in place of the file of a build does not open and is not waited for', async () => {
  const folder = await newFolder();
  expect(() => openSiteFile(folder)).toThrow(`${folder} is not a file: remove it and build anew`);
  const pipe = join(folder, 'site.bin');
  execFileSync('mkfifo', [pipe]);
  expect(() => openSiteFile(pipe)).toThrow(`${pipe} is not a file: remove it and build anew`);
});
