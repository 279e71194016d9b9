import { existsSync, readFileSync } from 'node:fs';
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

test('every row of a table of promises names a test or a command that exists', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
  const isShown = (row: string): boolean =>
    /`test\/[^`]+`: "/.test(row) ||
    [...row.matchAll(/`npm run (\w+)/g)].some(([, name]) => scripts[name!] !== undefined);
  const rows = promises.split('\n').filter((line) => /^\| (?!Promise|-)/.test(line));
  expect(rows.filter((row) => !isShown(row))).toEqual([]);
});
