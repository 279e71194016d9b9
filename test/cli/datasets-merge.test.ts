import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { smallDatasets } from '../support/small-datasets.ts';

const root = join(import.meta.dirname, '../..');
const folder = smallDatasets();
afterAll(() => rmSync(folder, { recursive: true }));

const datasets = (command: string) =>
  spawnSync(process.execPath, ['src/cli/datasets.ts', command, '--root', folder], { cwd: root, encoding: 'utf8' });
const git = (...args: string[]) =>
  spawnSync('git', ['-c', 'user.name=Test', '-c', 'user.email=test@example.org', ...args], {
    cwd: folder,
    encoding: 'utf8',
  });

const publishOn = (branch: string, file: string): void => {
  git('checkout', '--quiet', 'main');
  git('checkout', '--quiet', '-b', branch);
  const path = join(folder, 'datasets', file);
  const change = '  - on: 2026-02-01\n    kind: changed\n    note: Mended for this test.\n';
  writeFileSync(
    path,
    readFileSync(path, 'utf8')
      .replace(/^compiled_on: .*$/m, 'compiled_on: 2026-02-01')
      .replace(/(^changes:\n(?:[ -].*\n)+)/m, `$1${change}`),
  );
  expect(datasets('publish')).toMatchObject({ status: 0, stderr: '' });
  git('add', '.');
  git('commit', '--quiet', '-m', branch);
};

test('after a merge of two branches that both published, the check names the commands that bring them together', () => {
  const first = join(folder, 'datasets/agent-accountability-map/example-registry.yaml');
  const text = readFileSync(first, 'utf8').replaceAll('example-registry', 'second-registry');
  writeFileSync(join(folder, 'datasets/agent-accountability-map/second-registry.yaml'), text);
  git('init', '--quiet', '--initial-branch=main');
  expect(datasets('publish').status).toBe(0);
  git('add', '.');
  git('commit', '--quiet', '-m', 'first');
  publishOn('one', 'agent-accountability-map/example-registry.yaml');
  publishOn('two', 'agent-accountability-map/second-registry.yaml');
  git('checkout', '--quiet', 'one');
  expect(git('merge', '--quiet', 'two').status).not.toBe(0);

  const { stderr } = datasets('check');
  expect(stderr).toMatch(
    /^datasets\/published\/log\.json:1: file: holds the marks of a merge, .*\n1 problem in 1 file/,
  );
  const commands = /: (git checkout --ours -- \S+) .*then npm run datasets -- (\w+)/.exec(stderr)!;
  expect(git(...commands[1]!.split(' ').slice(1)).status).toBe(0);
  expect(datasets(commands[2]!)).toMatchObject({ status: 0, stderr: '' });
  expect(datasets('check')).toMatchObject({ status: 0, stderr: '' });
});
