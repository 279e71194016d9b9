import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const read = (file: string): string => readFileSync(join(import.meta.dirname, '..', file), 'utf8');
const promises = /^## What it promises\n([\s\S]*?)^## /m.exec(read('OPERATIONS.md'))![1]!;

test('every promise in OPERATIONS.md names a test that exists', () => {
  const named = [...promises.matchAll(/`(test\/[^`]+)`: "([^"]+)"/g)].map(([, file, name]) => [file!, name!] as const);
  expect(named.length).toBeGreaterThan(10);
  const gone = named.filter(([file, name]) => !existsSync(file) || !read(file).includes(name));
  expect(gone).toEqual([]);
});

test('no document, and no advice of a test, runs TypeScript with the Node of the machine, which may not read it', () => {
  const files = ['ARCHITECTURE.md', 'CONTRIBUTING.md', 'OPERATIONS.md', 'README.md', 'datasets/README.md'];
  const root = join(import.meta.dirname, '..');
  const told = [...files, ...globSync('{src,test}/**/*.ts', { cwd: root })].flatMap((file) =>
    (read(file).match(/(?:npx )?\bnode (?:--\S+ )*(?:src|test)\/[\w/.-]+\.ts\b/g) ?? []).map((command) => ({
      file,
      command,
    })),
  );
  expect(told.length).toBeGreaterThan(5);
  expect(told.filter(({ command }) => !command.startsWith('npx '))).toEqual([]);
});

test('every row of a table of promises names a test or a command that exists', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
  const isShown = (row: string): boolean =>
    /`test\/[^`]+`: "/.test(row) ||
    [...row.matchAll(/`npm run (\w+)/g)].some(([, name]) => scripts[name!] !== undefined);
  const rows = promises.split('\n').filter((line) => /^\| (?!Promise|-)/.test(line));
  expect(rows.filter((row) => !isShown(row))).toEqual([]);
});
