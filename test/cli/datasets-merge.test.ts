import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { runHere } from '../support/command-here.ts';
import { smallDatasets } from '../support/small-datasets.ts';

let folder: string;
beforeEach(() => {
  folder = smallDatasets();
});
afterEach(() => rmSync(folder, { recursive: true }));

const datasets = (command: string) => runHere('cli/datasets.ts', [command, '--root', folder]);
const git = (...args: string[]) =>
  spawnSync('git', ['-c', 'user.name=Test', '-c', 'user.email=test@example.org', ...args], {
    cwd: folder,
    encoding: 'utf8',
  });
const publishAndCommit = async (message: string): Promise<void> => {
  expect(await datasets('publish')).toMatchObject({ code: 0, stderr: '' });
  git('add', '.');
  git('commit', '--quiet', '-m', message);
};

const MAP = 'agent-accountability-map/example-registry';
const SECOND_MAP = 'agent-accountability-map/second-registry';
const DECISION = 'governance-decision-memory/example-decision';

const writeRecord = (file: string, from: string, edit: (text: string) => string): void => {
  const [path, source] = [file, from].map((name) => join(folder, 'datasets', `${name}.yaml`)) as [string, string];
  writeFileSync(path, edit(readFileSync(source, 'utf8')));
};
const change = (file: string): void => {
  const event = '  - on: 2026-02-01\n    kind: changed\n    note: Mended for this test.\n';
  writeRecord(file, file, (text) =>
    text.replace(/^compiled_on: .*$/m, 'compiled_on: 2026-02-01').replace(/(^changes:\n(?:[ -].*\n)+)/m, `$1${event}`),
  );
};
const addDecision = (): void =>
  writeRecord('governance-decision-memory/second-decision', DECISION, (text) =>
    text
      .replaceAll('example-decision', 'second-decision')
      .replaceAll('EX-1', 'EX-2')
      .replaceAll('2026-01-31', '2026-02-01'),
  );

test.each([
  ['the same dataset', () => change(MAP), () => change(SECOND_MAP)],
  [
    'one dataset, and one of them another, which merges without a conflict',
    () => change(DECISION),
    () => {
      change(MAP);
      addDecision();
    },
  ],
])(
  'after a merge of two branches that published %s, the check names the commands that bring them together',
  async (_, ours, theirs) => {
    writeRecord(SECOND_MAP, MAP, (text) => text.replaceAll('example-registry', 'second-registry'));
    git('init', '--quiet', '--initial-branch=main');
    await publishAndCommit('first');
    for (const [branch, edit] of Object.entries({ theirs, ours })) {
      git('checkout', '--quiet', '-b', branch, 'main');
      edit();
      await publishAndCommit(branch);
    }
    for (const source of ['HEAD', 'MERGE_HEAD']) {
      git('reset', '--quiet', '--hard', 'ours');
      git('clean', '--quiet', '-d', '--force');
      expect(git('merge', '--quiet', 'theirs').status).not.toBe(0);
      const { stderr } = await datasets('check');
      expect(stderr).toMatch(/^datasets\/published\/\S+:1: file: is not a published version; .*\n1 problem in 1 file/);
      const [, restore, publish] = /: git (restore .*) \(or --source=MERGE_HEAD\), then npm run datasets -- (\w+)/.exec(
        stderr,
      )!;
      expect(git(...restore!.replace('HEAD', source).split(' '))).toMatchObject({ status: 0, stderr: '' });
      expect(await datasets(publish!)).toMatchObject({ code: 0, stderr: '' });
      expect(await datasets('check')).toMatchObject({ code: 0, stderr: '' });
    }
  },
);
