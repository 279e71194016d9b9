import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { datasets } from '../../src/dataset-files/registry.ts';
import { runHere } from '../support/command-here.ts';
import { runToEnd } from '../support/server.ts';
import { smallDatasets } from '../support/small-datasets.ts';

const folder = smallDatasets();

const file = join(folder, 'datasets/governance-decision-memory/example-decision.yaml');
const versionsOf = (dataset: string): number => readdirSync(join(folder, 'datasets/published', dataset)).length;
const run = (command: string, ...args: string[]) => runHere('cli/datasets.ts', [command, '--root', folder, ...args]);

test('publish keeps each new version once; then the check protects it', async () => {
  expect((await run('check')).stdout).toMatch(/^governance-decision-memory: 1 record\ndecision-receipts: 0 receipts$/m);
  expect((await run('publish')).code).toBe(0);
  expect((await run('publish')).stdout.match(/already published/g)).toHaveLength(datasets.length);

  const text = readFileSync(file, 'utf8');
  const before = datasets.map(({ id }) => versionsOf(id));
  const change = `  - on: 2099-01-31\n    kind: changed\n    note: Mended for this test.\n`;
  writeFileSync(
    file,
    text
      .replace(/^title: .*$/m, 'title: Another title')
      .replace(/^compiled_on: .*$/m, 'compiled_on: 2099-01-31')
      .replace(/(^changes:\n(?:[ -].*\n)+)/m, `$1${change}`),
  );
  expect((await run('check')).stdout).toMatch(
    /^warning: datasets\/governance-decision-memory\/example-decision\.yaml:\d+: compiled_on: 2099-01-31 is in the future; /m,
  );
  const early = await run('publish', '--today', '2099-01-29');
  expect(early).toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(
      /example-decision\.yaml:\d+: compiled_on: 2099-01-31 is in the future; expected tomorrow \(2099-01-30, UTC\) or an earlier day\n1 problem in 1 file/,
    ),
  });
  const { code, stdout } = await run('publish', '--today', '2099-01-30');
  expect(code).toBe(0);
  expect(stdout.split('\n').filter((line) => line.includes('written to'))).toEqual([
    expect.stringMatching(
      /^governance-decision-memory: version \S+, 1 record, written to datasets\/published\/governance-decision-memory\/\d{4}\.ndjson$/,
    ),
  ]);
  expect(datasets.map(({ id }, at) => versionsOf(id) - before[at]!)).toEqual(
    datasets.map(({ id }) => (id === 'governance-decision-memory' ? 1 : 0)),
  );

  expect((await run('publish')).stdout.match(/already published/g)).toHaveLength(datasets.length);

  rmSync(file);
  const refused = await runToEnd('cli/datasets.ts', ['publish', '--root', folder]);
  expect(refused.code).toBe(1);
  expect(refused.stderr).toContain('example-decision.yaml:1: file: is gone, but the record was published');
  expect((await run('check')).code).toBe(1);
  expect(existsSync(file)).toBe(false);
});
