import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { buildFlags } from '../../src/server/server-flags.ts';
import { newStore } from '../support/server.ts';

test('npm start ends the service, and itself, when a supervisor signals npm', async () => {
  const npm = spawn('npm', ['start'], {
    cwd: join(import.meta.dirname, '../..'),
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], PORT: '0', DATABASE_URL: await newStore() },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<number | null>((resolve) => npm.once('close', resolve));
  let output = '';
  for (const stream of [npm.stdout, npm.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  await expect.poll(() => output, { timeout: 50_000 }).toContain('listening on');
  expect(output).not.toContain('.env');
  const { pid } = JSON.parse(output.split('\n').find((line) => line.startsWith('{'))!) as { pid: number };
  try {
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

test('npm run build runs Node with the flags of the build that npm start makes', async () => {
  const { scripts } = JSON.parse(await readFile(join(import.meta.dirname, '../../package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  expect(scripts['build']!.split(' ').filter((word) => word.startsWith('--'))).toEqual(buildFlags);
});
