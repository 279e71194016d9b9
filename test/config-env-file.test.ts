import { spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, test } from 'vitest';
import { newFolder } from './support/server.ts';

const configFile = pathToFileURL(join(import.meta.dirname, '../src/config.ts')).href;

describe('the file .env', () => {
  const portFrom = async (content: string | undefined, env: Readonly<Record<string, string>> = {}) => {
    const folder = await newFolder();
    if (content !== undefined) await writeFile(join(folder, '.env'), content);
    const program = `console.log(JSON.stringify((await import(${JSON.stringify(configFile)})).configFromEnvironment().port))`;
    const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
      cwd: folder,
      encoding: 'utf8',
      env,
    });
    return stdout.trim() + stderr;
  };

  test('is read if it exists, and silently skipped otherwise', async () => {
    expect(await portFrom('PORT=5000\n')).toBe('5000');
    expect(await portFrom(undefined)).toBe('4321');
  });

  test('gives way to the environment', async () => {
    expect(await portFrom('PORT=5000\n', { PORT: '6000' })).toBe('6000');
  });
});
