import { execFileSync } from 'node:child_process';
import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { BuildSource } from '../../src/domain/agent/status.ts';
import { filesBelow } from '../../src/server/built-files.ts';
import { builtFor } from '../support/build.ts';
import { buildProject, copyProject } from '../support/scratch-project.ts';

const root = join(import.meta.dirname, '../..');
const earlier = join(root, 'dist/client');

/** The commit that a build was made from, as it says itself. */
const sourceOf = (folder: string): BuildSource | undefined =>
  (JSON.parse(readFileSync(join(folder, 'static/status.json'), 'utf8')) as { build?: BuildSource }).build;

/** Makes a copy a checkout with another commit. */
const makeCheckout = (copy: string, modified: boolean): void => {
  const git = (...args: string[]) =>
    execFileSync('git', ['-C', copy, '-c', 'user.name=Test', '-c', 'user.email=test@example.org', ...args]);
  cpSync(join(root, '.gitignore'), join(copy, '.gitignore'));
  git('init', '--quiet');
  if (!modified) git('add', '.');
  git('commit', '--quiet', '--allow-empty', '-m', 'Another commit');
};

test('a build of the same inputs gives the same bytes, file by file, apart from the commit', async () => {
  const copy = await copyProject();
  const source = sourceOf(earlier);
  if (source) makeCheckout(copy, source.modified);
  const again = buildProject(copy, builtFor);
  const files = filesBelow(again);
  expect(filesBelow(earlier)).toEqual(files);
  expect(files.length).toBeGreaterThan(100);
  const { commit, modified } = sourceOf(again) ?? {};
  expect(modified).toBe(source?.modified);
  const different = files.filter((file) => {
    const [one, other] = [earlier, again].map((folder) => readFileSync(join(folder, file)));
    if (one!.equals(other!)) return false;
    return (
      commit === undefined || other!.toString('latin1').replaceAll(commit, source!.commit) !== one!.toString('latin1')
    );
  });
  expect(different).toEqual([]);
});

test('no source but the table of settings names an address that a build speaks of', () => {
  const files = ['src', 'datasets', 'public'].flatMap((folder) =>
    filesBelow(join(root, folder)).map((file) => join(folder, file)),
  );
  const naming = files.filter((file) => readFileSync(join(root, file), 'latin1').includes(builtFor.SITE_URL));
  expect(naming).toEqual(['src/config.ts']);
});
