import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runHere } from '../support/command-here.ts';
import { runToEnd } from '../support/server.ts';
import { smallDatasets } from '../support/small-datasets.ts';

const root = join(import.meta.dirname, '../..');
const fixture = join(root, 'test/fixtures/datasets/two-files-with-two-problems-each_refused');
const folder = smallDatasets();

test('the command counts the records and exits with 0 when nothing is wrong', async () => {
  const { code, stdout, stderr } = await runToEnd('cli/datasets.ts', []);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toMatch(/^verified-agent-observatory: \d+ records$/m);
  expect(stdout).toMatch(/^decision-receipts: [1-9]\d* receipts$/m);
  expect(stdout).toMatch(/^keys: \d+ keys$/m);
  expect(stdout).toMatch(/No problems\.\n$/);
});

test('the command prints every problem and exits with 1 when a file is wrong', async () => {
  cpSync(join(fixture, 'datasets'), join(folder, 'datasets'), { recursive: true });
  const { code, stderr } = await runToEnd('cli/datasets.ts', ['check', '--root', folder]);
  expect(code).toBe(1);
  expect(stderr).toBe(readFileSync(join(fixture, 'report.txt'), 'utf8'));
});

test('the command says so when there are no datasets at all', async () => {
  const { code, stderr } = await runHere('cli/datasets.ts', ['--root', join(folder, 'nowhere')]);
  expect(code).toBe(1);
  expect(stderr).toMatch(/datasets\/agent\.yaml:1: file: is missing/);
});
