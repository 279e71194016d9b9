import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { checkKeysFile } from '../../src/dataset-files/check-keys.ts';

const project = join(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'keys-'));
afterAll(() => rmSync(folder, { recursive: true }));

const root = join(folder, 'project');
const keysFile = join(root, 'datasets/keys.yaml');
const secret = join(folder, 'decisions.json');
const other = join(folder, 'next.json');

beforeEach(() => {
  for (const path of [root, secret, other]) rmSync(path, { recursive: true, force: true });
  mkdirSync(join(root, 'datasets'), { recursive: true });
  cpSync(join(project, 'datasets/keys.yaml'), keysFile);
});

const run = (...args: string[]) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['src/cli/keys.ts', ...args, '--root', root], {
    cwd: project,
    encoding: 'utf8',
  });
  const privateHalves = [secret, other]
    .filter((path) => existsSync(path))
    .flatMap((path) => /"d": "([^"]+)"/.exec(readFileSync(path, 'utf8'))?.[1] ?? []);
  for (const half of privateHalves) expect(`${stdout}${stderr}${listed()}`).not.toContain(half);
  return { status, stdout, stderr };
};
const listed = () => readFileSync(keysFile, 'utf8');
const keys = () => {
  const { keys: found, problems } = checkKeysFile({ 'datasets/keys.yaml': listed() });
  expect(problems).toEqual([]);
  return found;
};
const comments = (text: string) => text.split('\n').filter((line) => line.startsWith('#'));
const refused = (...args: string[]) => {
  const before = listed();
  const { status, stdout, stderr } = run(...args);
  expect({ status, stdout, listed: listed() }).toEqual({ status: 1, stdout: '', listed: before });
  return stderr;
};

test.each([
  ['revoke', '--reason', 'compromised'],
  ['rotate', '--file', '/nowhere'],
])('takes an id that begins with a hyphen for an id: %s', (command, ...options) => {
  const kid = `-a${'Q'.repeat(41)}`;
  expect(run(command!, kid, ...options).stderr).toContain(`lists no key ${kid}`);
});

test('a key is made, listed, rotated and revoked, and the comments of the list stay', () => {
  const before = keys().length;
  const made = run(
    'new',
    '--use',
    'decisions',
    '--file',
    secret,
    '--note',
    'First.',
    '--valid-until',
    '2999-01-01T00:00:00Z',
  );
  expect(made).toMatchObject({ status: 0, stderr: '' });
  expect(statSync(secret).mode & 0o777).toBe(0o600);
  const [first] = keys().slice(before);
  expect(first).toMatchObject({ use: 'decisions', note: 'First.', valid_until: '2999-01-01T00:00:00Z' });
  expect(made.stdout).toContain(first!.kid);
  expect(run('list').stdout).toMatch(new RegExp(`^${first!.kid}  decisions  \\S+  valid +First\\.$`, 'm'));

  expect(run('rotate', first!.kid, '--file', other)).toMatchObject({ status: 0, stderr: '' });
  const [old, next] = keys().slice(before);
  expect(old).toMatchObject({ kid: first!.kid, revocation_reason: 'superseded', revoked_at: next!.valid_from });
  expect(next!.use).toBe('decisions');

  const lost = run('revoke', next!.kid, '--reason', 'compromised', '--at', '2026-01-31T12:00:00Z');
  expect(lost).toMatchObject({ status: 0, stderr: '' });
  expect(keys().at(-1)).toMatchObject({ revocation_reason: 'compromised', revoked_at: '2026-01-31T12:00:00Z' });
  expect(comments(listed())).toEqual(comments(readFileSync(join(project, 'datasets/keys.yaml'), 'utf8')));
  expect(readdirSync(join(root, 'datasets'))).toEqual(['keys.yaml']);
}, 120_000);

test('a revocation is not taken back, but it can become one as compromised, never at a later time', () => {
  run('new', '--use', 'card', '--file', secret);
  const { kid } = keys().at(-1)!;
  run('revoke', kid, '--reason', 'superseded', '--at', '2026-01-31T12:00:00Z');
  expect(refused('revoke', kid, '--reason', 'cessation')).toContain(
    'is revoked already, at 2026-01-31T12:00:00Z as superseded',
  );
  expect(refused('rotate', kid, '--file', other)).toContain('is revoked already');
  expect(existsSync(other)).toBe(false);
  expect(run('revoke', kid, '--reason', 'compromised').status).toBe(0);
  expect(keys().at(-1)).toMatchObject({ revocation_reason: 'compromised', revoked_at: '2026-01-31T12:00:00Z' });
}, 120_000);

test('a run that was stopped between its two steps is finished by publishing the key file', () => {
  const before = listed();
  run('new', '--use', 'decisions', '--file', secret);
  const made = keys().at(-1)!;
  cpSync(join(project, 'datasets/keys.yaml'), keysFile);
  expect(listed()).toBe(before);
  expect(run('publish', '--use', 'decisions', '--file', secret)).toMatchObject({ status: 0, stderr: '' });
  expect(keys().at(-1)).toMatchObject({ kid: made.kid, public_key: made.public_key });
  expect(refused('publish', '--use', 'decisions', '--file', secret)).toContain(`lists ${made.kid} already`);
}, 120_000);

test('every bad case is refused in one sentence, and nothing changes', () => {
  run('new', '--use', 'decisions', '--file', secret);
  const { kid } = keys().at(-1)!;
  expect(refused('new', '--use', 'decisions', '--file', secret)).toContain(`${secret} is taken`);
  expect(refused('publish', '--use', 'card', '--file', secret)).toContain('is for decisions; expected a key for card');
  expect(refused('publish', '--use', 'card', '--file', other)).toContain(`There is no key file ${other}`);
  chmodSync(secret, 0o644);
  expect(refused('publish', '--use', 'decisions', '--file', secret)).toContain('can be read by others');
  expect(refused('revoke', 'nobody', '--reason', 'cessation')).toContain('lists no key nobody');
  expect(refused('rotate', 'nobody', '--file', other)).toContain('lists no key nobody');
  expect(refused('revoke', kid, '--reason', 'cessation', '--at', '2999-01-01T00:00:00Z')).toContain('is in the future');
  expect(refused('new', '--use', 'card', '--file', join(root, 'card.json'))).toContain('in the folder of the project');
  expect(refused('new', '--use', 'card', '--file', other, '--valid-until', '2020-01-01T00:00:00Z')).toContain(
    'ends before it begins',
  );
  expect(refused('new', '--use', 'card', '--file', other, '--valid-from', 'today')).toContain(
    'expected an RFC 3339 time',
  );
  expect(refused('new', '--use', 'service', '--file', other)).toContain('decisions, card');
  expect(existsSync(other)).toBe(false);
}, 120_000);
