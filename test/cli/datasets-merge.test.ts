import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { runHere } from '../support/command-here.ts';
import { smallDatasets } from '../support/small-datasets.ts';

const folder = smallDatasets();
afterAll(() => rmSync(folder, { recursive: true }));

const datasets = (command: string) => runHere('cli/datasets.ts', [command, '--root', folder]);
const git = (...args: string[]) =>
  spawnSync('git', ['-c', 'user.name=Test', '-c', 'user.email=test@example.org', ...args], {
    cwd: folder,
    encoding: 'utf8',
  });

const publishOn = async (branch: string, file: string): Promise<void> => {
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
  expect(await datasets('publish')).toMatchObject({ code: 0, stderr: '' });
  git('add', '.');
  git('commit', '--quiet', '-m', branch);
};

test('after a merge of two branches that both published, the check names the commands that bring them together', async () => {
  const first = join(folder, 'datasets/agent-accountability-map/example-registry.yaml');
  const text = readFileSync(first, 'utf8').replaceAll('example-registry', 'second-registry');
  writeFileSync(join(folder, 'datasets/agent-accountability-map/second-registry.yaml'), text);
  git('init', '--quiet', '--initial-branch=main');
  expect((await datasets('publish')).code).toBe(0);
  git('add', '.');
  git('commit', '--quiet', '-m', 'first');
  await publishOn('one', 'agent-accountability-map/example-registry.yaml');
  await publishOn('two', 'agent-accountability-map/second-registry.yaml');
  git('checkout', '--quiet', 'one');
  expect(git('merge', '--quiet', 'two').status).not.toBe(0);

  const { stderr } = await datasets('check');
  expect(stderr).toMatch(
    /^datasets\/published\/log\.json:1: file: holds the marks of a merge, .*\n1 problem in 1 file/,
  );
  const commands = /: (git checkout --ours -- \S+) .*then npm run datasets -- (\w+)/.exec(stderr)!;
  expect(git(...commands[1]!.split(' ').slice(1)).status).toBe(0);
  expect(await datasets(commands[2]!)).toMatchObject({ code: 0, stderr: '' });
  expect(await datasets('check')).toMatchObject({ code: 0, stderr: '' });
});
