import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { datasets } from '../../src/dataset-files/registry.ts';

const root = join(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'publish-'));
cpSync(join(root, 'datasets'), join(folder, 'datasets'), { recursive: true });
afterAll(() => rmSync(folder, { recursive: true }));

const file = join(folder, 'datasets/governance-decision-memory/a2a-joins-aaif.yaml');
const earlier = join(folder, 'datasets/published/earlier');
const run = (...args: string[]) =>
  spawnSync(process.execPath, ['src/cli/datasets.ts', ...args, '--root', folder], { cwd: root, encoding: 'utf8' });

test('publish keeps each new version once, with the version before it; then the check protects it', () => {
  expect(run('publish').stdout.match(/already published/g)).toHaveLength(datasets.length);

  const text = readFileSync(file, 'utf8');
  const [, day] = /^compiled_on: (\S+)$/m.exec(text)!;
  const change = `  - on: ${day}\n    kind: changed\n    note: Mended for this test.\n`;
  writeFileSync(
    file,
    text.replace(/^title: .*$/m, 'title: Another title').replace(/(^changes:\n(?:[ -].*\n)+)/m, `$1${change}`),
  );
  const { status, stdout } = run('publish');
  expect(status).toBe(0);
  expect(stdout.split('\n').filter((line) => line.includes('kept as published'))).toEqual([
    expect.stringMatching(/^governance-decision-memory: version \S+, \d+ records, kept as published$/),
  ]);
  expect(readdirSync(earlier)).toEqual(['governance-decision-memory']);

  rmSync(file);
  const refused = run('publish');
  expect(refused.status).toBe(1);
  expect(refused.stderr).toContain('a2a-joins-aaif.yaml:1: file: is gone, but the record was published');
  expect(run('check').status).toBe(1);
  expect(existsSync(file)).toBe(false);
});
