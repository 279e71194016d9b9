import { chmod, mkdtemp, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { newSigningKey, readKeyFile, writeKeyFile } from '../../src/signing/key-file.ts';

const newPath = async (): Promise<string> => join(await mkdtemp(join(tmpdir(), 'keys-')), 'decisions.json');

const written = async () => {
  const path = await newPath();
  const key = await newSigningKey('decisions');
  await writeKeyFile(path, key);
  return { path, key };
};

test('a key comes back from its file, which is private to its owner', async () => {
  const { path, key } = await written();
  expect(await readKeyFile(path, 'decisions')).toEqual(key);
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  expect(await readdir(join(path, '..'))).toEqual(['decisions.json']);
});

test('a key file is never overwritten', async () => {
  const { path, key } = await written();
  await expect(writeKeyFile(path, await newSigningKey('decisions'))).rejects.toThrow('is taken');
  expect((await readKeyFile(path, 'decisions')).kid).toBe(key.kid);
});

test('each key file that cannot be used is refused by name, and nothing of it is repeated', async () => {
  const missing = await newPath();
  await expect(readKeyFile(missing, 'decisions')).rejects.toThrow(
    `The key file ${missing} cannot be used: there is no such file.`,
  );

  const { path, key } = await written();
  await expect(readKeyFile(path, 'service')).rejects.toThrow('is for decisions; expected a key for service');
  await chmod(path, 0o644);
  await expect(readKeyFile(path, 'decisions')).rejects.toThrow('other users can read it');
  await chmod(path, 0o600);

  const text = await readFile(path, 'utf8');
  const other = await newSigningKey('decisions');
  await writeFile(path, text.replace(key.publicJwk.x, other.publicJwk.x));
  await expect(readKeyFile(path, 'decisions')).rejects.toThrow('do not belong together');
  await writeFile(path, text.replace('Ed25519', 'X25519'));
  await expect(readKeyFile(path, 'decisions')).rejects.toThrow('expected a private Ed25519 key');
  await writeFile(path, `${text}!`);
  const refusal = await readKeyFile(path, 'decisions').catch((error: Error) => error.message);
  expect(refusal).toContain('it is not JSON');
  expect(refusal).not.toContain(key.privateJwk.d);
});
