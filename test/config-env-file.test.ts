import { spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, test } from 'vitest';
import { envFileWarnings } from '../src/server/env-file-warnings.ts';
import { newFolder } from './support/server.ts';

const configFile = pathToFileURL(join(import.meta.dirname, '../src/config.ts')).href;

describe('the file .env', () => {
  const portFrom = async (content: string | undefined, env: Readonly<Record<string, string>> = {}) => {
    const folder = await newFolder();
    if (content !== undefined) await writeFile(join(folder, '.env'), content);
    const program = `console.log(JSON.stringify((await import(${JSON.stringify(configFile)})).configFromEnvironment().port))`;
    const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
      cwd: folder,
      encoding: 'utf8',
      env,
    });
    return stdout.trim() + stderr;
  };

  test('is read if it exists, and silently skipped otherwise', async () => {
    expect(await portFrom('PORT=5000\n')).toBe('5000');
    expect(await portFrom(undefined)).toBe('4321');
  });

  test('names what is in it and is no setting, and never a value', () => {
    const file =
      'PORT=1\nPROT=5\nRETENTION_DAY=3\nFOO_BAR=hunter2\nMIIEsecret==\nNODE_ENV=x\nOBSERVE_RPC_eip155_1=x\nOBSERVE_RPC_eth_1=x\n';
    expect(envFileWarnings(file).toSorted()).toEqual([
      'A line begins with what is not a setting.',
      'FOO_BAR is not a setting.',
      'OBSERVE_RPC_eth_1 is not a setting.',
      'PROT is not a setting; PORT may be meant.',
      'RETENTION_DAY is not a setting; RETENTION_DAYS may be meant.',
    ]);
  });

  test('shows no part of a secret with broken lines, and nothing that a terminal acts on', () => {
    const file = 'JBSWY3DPEHPK3PXP=\nPO\u0000RT=1\n\u202ePORT=1\n';
    expect(new Set(envFileWarnings(file))).toEqual(new Set(['A line begins with what is not a setting.']));
  });

  test('with a byte order mark is said to lose its first line', async () => {
    const file = '\ufeffPORT=5000\n';
    expect(await portFrom(file)).toBe('4321');
    expect(envFileWarnings(file)).toEqual([
      'It begins with a byte order mark, so its first line is not read: save it as UTF-8 without one.',
    ]);
  });

  test('gives way to the environment', async () => {
    expect(await portFrom('PORT=5000\n', { PORT: '6000' })).toBe('6000');
  });
});
