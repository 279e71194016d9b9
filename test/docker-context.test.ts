import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, matchesGlob } from 'node:path';
import { expect, inject, test } from 'vitest';
import { inputs } from '../src/server/build.ts';

const root = join(import.meta.dirname, '..');
const patterns = readFileSync(join(root, '.dockerignore'), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'));

/** Whether a pattern of the three forms that are used covers a file: everything, a path, or a name at any depth. */
const covers = (pattern: string, file: string): boolean =>
  pattern === '*' ||
  `${file}/`.startsWith(`${pattern}/`) ||
  (pattern.startsWith('**/') && file.split('/').some((name) => matchesGlob(name, pattern.slice(3))));

/** Whether a file is kept out of an image: of the patterns of .dockerignore, the last one that covers it decides. */
const isKeptOut = (file: string): boolean => {
  const last = patterns.findLast((pattern) => covers(pattern.replace(/^!/, ''), file));
  return last !== undefined && !last.startsWith('!');
};

test.each([
  '.env',
  '.env.production',
  'src/.env',
  'service-key.json',
  'data/service-key.json',
  'data/service.db',
  'data/service.db-wal',
  'decisions.json',
  'keys/card.json',
  'datasets/decisions-key.json',
  'wallet.json',
  'concordium-testnet-wallet.json',
  'src/my-wallet.json',
  '3UserAccount.export',
  'datasets/3UserAccount.export',
  'tls.pem',
  '.git/config',
  'node_modules/x/index.js',
  'dist/inputs.sha256',
])('%s does not get into an image', (file) => {
  expect(isKeptOut(file)).toBe(true);
});

test('everything that a build reads gets into an image', () => {
  const read = execFileSync('git', ['ls-files', ...inputs, 'package.json', '.npmrc', 'LICENSE'], {
    cwd: inject('checkout'),
    encoding: 'utf8',
  });
  const files = read.trim().split('\n');
  expect(files.length).toBeGreaterThan(500);
  const own = ['datasets/decision-receipts/buy-keyboard.json', 'datasets/observations/agent-wallet.json'];
  expect([...files, ...own].filter(isKeptOut)).toEqual([]);
});
