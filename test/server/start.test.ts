import { spawn } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { BUILDING, hashInputs, placeBuild, SERVER, serverFlags, whyBuild } from '../../src/server/build.ts';
import { newFolder, newStore } from '../support/server.ts';

test('npm start becomes the server that bench measures, and ends with it when a supervisor signals npm', async () => {
  const npm = spawn('npm', ['start'], {
    cwd: join(import.meta.dirname, '../..'),
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], PORT: '0', DATABASE_URL: await newStore() },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<number | null>((resolve) => npm.once('close', resolve));
  let output = '';
  for (const stream of [npm.stdout, npm.stderr])
    stream.setEncoding('utf8').on('data', (chunk: string) => (output += chunk));
  await expect.poll(() => output, { timeout: 50_000 }).toContain('listening on');
  expect(output).not.toContain('.env');
  const { pid } = JSON.parse(output.split('\n').find((line) => line.startsWith('{'))!) as { pid: number };
  try {
    const program = (await readFile(`/proc/${pid}/cmdline`, 'utf8')).split('\0').slice(1, -1);
    expect(program).toEqual([...serverFlags, join(import.meta.dirname, '../..', SERVER)]);
    npm.kill('SIGTERM');
    expect(await ended).toBe(0);
    expect(output).toContain('"msg":"stopped"');
    expect(() => process.kill(pid, 0)).toThrow('ESRCH');
  } finally {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // The process is gone, as expected.
    }
  }
});

test('a start says why there has to be a build: none, another address, another key, other sources', async () => {
  const root = await newFolder();
  const place = async (siteUrl: string, key: string | null) => {
    await mkdir(join(root, BUILDING, 'client'), { recursive: true });
    await writeFile(join(root, BUILDING, 'client/index.html'), siteUrl);
    placeBuild(root, { inputs_sha256: hashInputs(root), site_url: siteUrl, card_key: key });
  };
  const [one, other] = ['http://localhost:4321', 'https://agent.example.net'] as const;
  expect(whyBuild(root, one)).toBe('There is no build');
  await place(one, null);
  expect(whyBuild(root, one)).toBeUndefined();
  expect(whyBuild(root, other)).toBe(`The build in dist is for ${one}, not for ${other}`);
  expect(whyBuild(root, one, 'key')).toBe('The build in dist is signed with another key, or with none');
  await place(other, 'key');
  expect(await readFile(join(root, 'dist/client/index.html'), 'utf8')).toBe(other);
  expect(whyBuild(root, other, 'key')).toBeUndefined();
  await writeFile(join(root, 'SPEC.md'), 'changed');
  expect(whyBuild(root, other, 'key')).toBe('The build in dist is of other sources');
  for (const broken of ['', '{"site_url":']) {
    await writeFile(join(root, 'dist/build.json'), broken);
    expect(whyBuild(root, other)).toContain('There is no whole build');
  }
});
