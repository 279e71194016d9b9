import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { buildEnvironment } from '../../src/config.ts';
import { filesBelow } from '../../src/server/files-below.ts';
import { buildProject, copyProject } from '../support/scratch-project.ts';

const root = join(import.meta.dirname, '../..');
/** Builds the present sources in a new folder and gives the folder of the built files. */
const build = async (settings: Readonly<Record<string, string>> = {}): Promise<string> =>
  buildProject(await copyProject(), settings);

describe('a build', () => {
  test('of the same inputs gives the same bytes, file by file', async () => {
    const [first, second] = [await build(), await build()];
    const files = filesBelow(first);
    expect(filesBelow(second)).toEqual(files);
    expect(files.length).toBeGreaterThan(100);
    const different: string[] = [];
    for (const file of files) {
      const [one, other] = await Promise.all([readFile(join(first, file)), readFile(join(second, file))]);
      if (!one.equals(other)) different.push(file);
    }
    expect(different).toEqual([]);
  });

  test('for an https address speaks of that address alone, and asks browsers to keep to https', async () => {
    const folder = await build({ SITE_URL: 'https://agent.example.net' });
    const texts = filesBelow(folder).filter((file) => /\.(json|html|xml|txt)$|_headers$/.test(file));
    const strays: string[] = [];
    for (const file of texts) {
      if ((await readFile(join(folder, file), 'utf8')).includes('http://localhost:4321')) strays.push(file);
    }
    expect(strays).toEqual([]);
    expect(await readFile(join(folder, '_headers'), 'utf8')).toContain('Strict-Transport-Security: max-age=31536000');

    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [
        join(root, 'node_modules/@redocly/cli/bin/cli.js'),
        'lint',
        '--max-problems',
        '20',
        join(folder, 'openapi.json'),
      ],
      {
        cwd: root,
        encoding: 'utf8',
        env: { ...buildEnvironment(), REDOCLY_TELEMETRY: 'off', NO_UPDATE_NOTIFIER: '1' },
      },
    );
    expect(status, stdout + stderr).toBe(0);
    expect(stdout + stderr).not.toMatch(/You have \d+ warning/);
  });
});
