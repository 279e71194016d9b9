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
import { beforeEach, expect, test } from 'vitest';
import { checkKeysFile } from '../../src/dataset-files/check-keys.ts';
import { runHere } from '../support/command-here.ts';
import { type Finished, runToEnd } from '../support/server.ts';

const project = join(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'keys-'));

const root = join(folder, 'project');
const keysFile = join(root, 'datasets/keys.yaml');
const secret = join(folder, 'decisions.json');
const other = join(folder, 'next.json');

beforeEach(() => {
  for (const path of [root, secret, other]) rmSync(path, { recursive: true, force: true });
  mkdirSync(join(root, 'datasets'), { recursive: true });
  cpSync(join(project, 'datasets/keys.yaml'), keysFile);
});

const run = async (...args: string[]): Promise<Finished> =>
  safe(await runHere('cli/keys.ts', [...args, '--root', root]));
const program = async (...args: string[]): Promise<Finished> =>
  safe(await runToEnd('cli/keys.ts', [...args, '--root', root]));
/** What was said, in which no private half stands, nor in the list. */
const safe = (said: Finished): Finished => {
  const privateHalves = [secret, other]
    .filter((path) => existsSync(path))
    .flatMap((path) => /"d": "([^"]+)"/.exec(readFileSync(path, 'utf8'))?.[1] ?? []);
  for (const half of privateHalves) expect(`${said.stdout}${said.stderr}${listed()}`).not.toContain(half);
  return said;
};
const listed = () => readFileSync(keysFile, 'utf8');
const keys = () => {
  const { keys: found, problems } = checkKeysFile({ 'datasets/keys.yaml': listed() });
  expect(problems).toEqual([]);
  return found;
};
const comments = (text: string) => text.split('\n').filter((line) => line.startsWith('#'));
const refused = async (...args: string[]) => {
  const before = listed();
  const { code, stdout, stderr } = await run(...args);
  expect({ code, stdout, listed: listed() }).toEqual({ code: 1, stdout: '', listed: before });
  return stderr;
};

test('takes an id that begins with a hyphen for an id', async () => {
  const kid = `-a${'Q'.repeat(41)}`;
  const refusal = { code: 1, stderr: expect.stringContaining(`lists no key ${kid}`) as string };
  expect(await program('revoke', kid, '--reason', 'compromised')).toMatchObject(refusal);
});

test('a key is made, listed and revoked, and the comments of the list stay', async () => {
  const before = keys().length;
  const made = await program(
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
  expect(made).toMatchObject({ code: 0, stderr: '' });
  expect(statSync(secret).mode & 0o777).toBe(0o600);
  const [first] = keys().slice(before);
  expect(first).toMatchObject({ use: 'decisions', note: 'First.', valid_until: '2999-01-01T00:00:00Z' });
  expect(made.stdout).toContain(first!.kid);
  expect((await run('list')).stdout).toMatch(new RegExp(`^${first!.kid}  decisions  \\S+  valid +First\\.$`, 'm'));

  const lost = await run('revoke', first!.kid, '--reason', 'compromised', '--at', '2026-01-31T12:00:00Z');
  expect(lost).toMatchObject({ code: 0, stderr: '' });
  expect(keys().at(-1)).toMatchObject({ revocation_reason: 'compromised', revoked_at: '2026-01-31T12:00:00Z' });
  expect(comments(listed())).toEqual(comments(readFileSync(join(project, 'datasets/keys.yaml'), 'utf8')));
  expect(readdirSync(join(root, 'datasets'))).toEqual(['keys.yaml']);
});

test('a revocation is not taken back, but it can become one as compromised, never at a later time', async () => {
  await run('new', '--use', 'card', '--file', secret);
  const { kid } = keys().at(-1)!;
  await run('revoke', kid, '--reason', 'superseded', '--at', '2026-01-31T12:00:00Z');
  expect(await refused('revoke', kid, '--reason', 'cessation')).toContain(
    'is revoked already, at 2026-01-31T12:00:00Z as superseded',
  );
  expect((await run('revoke', kid, '--reason', 'compromised')).code).toBe(0);
  expect(keys().at(-1)).toMatchObject({ revocation_reason: 'compromised', revoked_at: '2026-01-31T12:00:00Z' });
});

test('a run that was stopped between its two steps is finished by running it again', async () => {
  const before = listed();
  await run('new', '--use', 'decisions', '--file', secret);
  const made = keys().at(-1)!;
  cpSync(join(project, 'datasets/keys.yaml'), keysFile);
  expect(listed()).toBe(before);
  expect(await run('new', '--use', 'decisions', '--file', secret)).toMatchObject({ code: 0, stderr: '' });
  expect(keys().at(-1)).toMatchObject({ kid: made.kid, public_key: made.public_key });
  expect(await refused('new', '--use', 'decisions', '--file', secret)).toContain(`lists ${made.kid} already`);
});

test('every bad case is refused in one sentence, and nothing changes', async () => {
  await run('new', '--use', 'decisions', '--file', secret);
  const { kid } = keys().at(-1)!;
  expect(await refused('new', '--use', 'card', '--file', secret)).toContain(
    'is for decisions; expected a key for card',
  );
  chmodSync(secret, 0o644);
  expect(await refused('new', '--use', 'decisions', '--file', secret)).toContain('other users can read it');
  expect(await refused('revoke', 'nobody', '--reason', 'cessation')).toContain('lists no key nobody');
  expect(await refused('revoke', kid, '--reason', 'cessation', '--at', '2999-01-01T00:00:00Z')).toContain(
    'is in the future',
  );
  expect(await refused('new', '--use', 'card', '--file', join(root, 'card.json'))).toContain(
    'in the folder of the project',
  );
  expect(await refused('new', '--use', 'card', '--file', other, '--valid-until', '2020-01-01T00:00:00Z')).toContain(
    'ends before it begins',
  );
  expect(await refused('new', '--use', 'card', '--file', other, '--valid-from', 'today')).toContain(
    'expected an RFC 3339 time',
  );
  expect(await refused('new', '--use', 'service', '--file', other)).toContain('decisions, card');
  expect(existsSync(other)).toBe(false);
});
