import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const read = (file: string): string => readFileSync(join(import.meta.dirname, '..', file), 'utf8');

test('no document, and no advice of a test, runs TypeScript with the Node of the machine, which may not read it', () => {
  const files = ['ARCHITECTURE.md', 'CONTRIBUTING.md', 'OPERATIONS.md', 'README.md', 'datasets/README.md'];
  const root = join(import.meta.dirname, '..');
  const told = [...files, ...globSync('{src,test}/**/*.ts', { cwd: root })].flatMap((file) =>
    (read(file).match(/(?:npx )?\bnode (?:--\S+ )*(?:src|test)\/[\w/.-]+\.ts\b/g) ?? []).map((command) => ({
      file,
      command,
    })),
  );
  expect(told.filter(({ command }) => !command.startsWith('npx '))).toEqual([]);
});
