import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse, stringify } from 'yaml';
import type { MapRecord } from '../../src/domain/datasets/accountability-map/record.ts';
import type { WatchedFile } from '../../src/domain/datasets/record/watched.ts';
import { runHere } from '../support/command-here.ts';
import { smallDatasets } from '../support/small-datasets.ts';

const project = smallDatasets();
const mirrors = mkdtempSync(join(tmpdir(), 'mirrors-'));
const mirror = join(mirrors, 'example', 'texts');
afterAll(() => [project, mirrors].forEach((folder) => rmSync(folder, { recursive: true })));

const git = (...args: string[]): string => {
  const day = '2026-08-22T12:00:00Z';
  const { status, stdout, stderr } = spawnSync(
    'git',
    ['-c', 'user.name=T', '-c', 'user.email=t@example.org', ...args],
    {
      cwd: mirror,
      encoding: 'utf8',
      env: { ...process.env, GIT_AUTHOR_DATE: day, GIT_COMMITTER_DATE: day },
    },
  );
  expect(status, stderr).toBe(0);
  return stdout.trim();
};
/** The commit after which the main branch, or another, holds exactly these files. */
const commit = (files: Readonly<Record<string, string>>): string => {
  git('rm', '-r', '-q', '--ignore-unmatch', '.');
  for (const [path, text] of Object.entries(files)) writeFileSync(join(mirror, path), text);
  git('add', '.');
  git('commit', '--quiet', '-m', 'Change');
  return git('rev-parse', 'HEAD');
};

const urlOf = (at: string, path: string, repo = 'example/texts') => `https://github.com/${repo}/blob/${at}/${path}`;
const sourceOf = (at: string, path: string, repo = 'example/texts') => ({
  kind: 'repo_file',
  url: urlOf(at, path, repo),
  repo,
  path,
  commit: at,
  retrieved: '2026-01-31',
  access: 'stored_file',
});
const watch = (...args: string[]) =>
  runHere('cli/datasets.ts', ['watch', '--root', project, '--today', '2026-11-22', ...args]);

let read = '';
let onBranch = '';
beforeAll(() => {
  mkdirSync(mirror, { recursive: true });
  git('init', '--quiet', '--initial-branch=main');
  read = commit({
    'same.md': 'One.',
    'kept.md': 'A\nB\n',
    'lost.md': 'A\nB\n',
    'moved.md': 'Here.',
    'gone.md': 'Bye.',
  });
  git('checkout', '--quiet', '-b', 'proposal');
  onBranch = commit({ 'proposal.md': 'First.' });
  git('checkout', '--quiet', 'main');
  commit({ 'same.md': 'One.', 'kept.md': 'New\nB\nA\n', 'lost.md': 'A\nC\n', 'elsewhere.md': 'Here.' });

  const file = join(project, 'datasets/agent-accountability-map/example-registry.yaml');
  const record = parse(readFileSync(file, 'utf8')) as { sources: object[]; layers: MapRecord['layers'] };
  const paths = ['same.md', 'kept.md', 'lost.md', 'moved.md', 'gone.md'];
  record.sources.push(
    ...paths.map((path) => sourceOf(read, path)),
    sourceOf(onBranch, 'proposal.md'),
    sourceOf(read, 'same.md', 'example/no-mirror'),
    sourceOf('0'.repeat(40), 'not-there.md'),
  );
  record.layers.identity.sources!.push(
    { url: `${urlOf(read, 'kept.md')}?plain=1#L2`, locator: 'B' },
    { url: `${urlOf(read, 'lost.md')}?plain=1#L1-L2`, locator: 'A to B' },
  );
  writeFileSync(file, stringify(record));
});

test('each cited file is compared by its bytes with the newest commit of its mirror, and the answers are kept', async () => {
  const { code, stdout, stderr } = await watch('--mirrors', mirrors);
  expect(code, stderr).toBe(0);
  const kept = readFileSync(join(project, 'datasets/watched.yaml'), 'utf8');
  const { sources } = parse(kept) as WatchedFile;
  const main = git('rev-parse', 'main');
  const common = { head: main, head_date: '2026-08-22', looked_on: '2026-11-22' };
  const answers = sources.map(({ text, ...one }) => {
    expect(text).toMatch(/^[0-9a-f]{40}$/);
    return one;
  });
  const expected = [
    { url: urlOf(read, 'same.md'), ...common, answer: 'same' },
    { url: urlOf(read, 'kept.md'), ...common, answer: 'changed' },
    { url: urlOf(read, 'lost.md'), ...common, answer: 'changed', lost: [`${urlOf(read, 'lost.md')}?plain=1#L1-L2`] },
    { url: urlOf(read, 'moved.md'), ...common, answer: 'moved', to: 'elsewhere.md' },
    { url: urlOf(read, 'gone.md'), ...common, answer: 'gone' },
    { url: urlOf(onBranch, 'proposal.md'), ...common, answer: 'same', head: onBranch },
  ];
  expect(answers).toEqual(expected.toSorted((a, b) => (a.url < b.url ? -1 : 1)));
  expect(stdout).toContain(`changed by 2026-08-22: ${urlOf(read, 'lost.md')}; no longer there: L1-L2\n`);
  expect(stdout).toMatch(/same 2, changed 2, moved 1, gone 1, not looked at \d+\.\n$/);

  // A run without that mirror keeps what was answered, and the check accepts the file.
  const elsewhere = mkdtempSync(join(mirrors, 'none-'));
  await expect(watch('--mirrors', elsewhere)).resolves.toMatchObject({ code: 0 });
  expect(readFileSync(join(project, 'datasets/watched.yaml'), 'utf8')).toBe(kept);
});

test('the repositories to clone are listed, and a folder that is not there is refused', async () => {
  const { stdout } = await watch('--list');
  expect(stdout.split('\n')).toEqual(expect.arrayContaining(['example/no-mirror', 'example/texts']));
  await expect(watch('--mirrors', join(mirrors, 'missing'))).resolves.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('--mirrors names no folder') as string,
  });
});
