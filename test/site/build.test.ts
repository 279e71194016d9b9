import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { buildEnvironment } from '../../src/config.ts';
import { filesBelow } from '../../src/server/files-below.ts';
import { buildProject, copyProject } from '../support/scratch-project.ts';

const root = join(import.meta.dirname, '../..');
/** Builds the present sources for an https address in a new folder and gives the folder of the built files. */
const build = async (): Promise<string> => buildProject(await copyProject(), { SITE_URL: 'https://agent.example.net' });

let folder: string;
beforeAll(async () => {
  folder = await build();
});

describe('a build', () => {
  test('of the same inputs gives the same bytes, file by file', async () => {
    const again = await build();
    const files = filesBelow(folder);
    expect(filesBelow(again)).toEqual(files);
    expect(files.length).toBeGreaterThan(100);
    const different: string[] = [];
    for (const file of files) {
      const [one, other] = await Promise.all([readFile(join(folder, file)), readFile(join(again, file))]);
      if (!one.equals(other)) different.push(file);
    }
    expect(different).toEqual([]);
  }, 180_000);

  test('for an https address speaks of that address alone, and asks browsers to keep to https', async () => {
    const texts = filesBelow(folder).filter((file) => /\.(json|html|xml|txt)$|_headers$/.test(file));
    const strays: string[] = [];
    for (const file of texts) {
      if ((await readFile(join(folder, file), 'utf8')).includes('http://localhost:4321')) strays.push(file);
    }
    expect(strays).toEqual([]);
    expect(await readFile(join(folder, '_headers'), 'utf8')).toContain('Strict-Transport-Security: max-age=31536000');
  });

  test('describes its interface in an OpenAPI document that another tool finds nothing wrong with', () => {
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [
        join(root, 'node_modules/@redocly/cli/bin/cli.js'),
        'lint',
        '--extends',
        'recommended-strict',
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
