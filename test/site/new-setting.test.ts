import { spawnSync } from 'node:child_process';
import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { copySmallProject } from '../support/scratch-project.ts';

const root = join(import.meta.dirname, '../..');

/** All that a setting adds, besides the lines of .env.example and OPERATIONS.md that its test prints. */
const settingEntry = `  greeting: {
    name: 'GREETING_WORD',
    default: 'hello',
    meaning: 'the word for this test',
    value: kind.oneOf('hello', 'goodbye'),
  },
`;

test('a setting is one entry of its table, and the lines that its test prints for .env.example and OPERATIONS.md', async () => {
  const tree = await copySmallProject();
  const write = (file: string, text: string): Promise<void> => writeFile(join(tree, file), text);
  const read = (file: string): Promise<string> => readFile(join(tree, file), 'utf8');
  for (const part of [
    'test',
    '.env.example',
    'README.md',
    'OPERATIONS.md',
    'SECURITY.md',
    'CONTRIBUTING.md',
    'Dockerfile',
  ]) {
    await cp(join(root, part), join(tree, part), { recursive: true });
  }
  await write('src/config.ts', (await read('src/config.ts')).replace(/^ {2}logLevel: \{$/m, `${settingEntry}$&`));
  const program =
    "const { parseConfig } = await import('./src/config.ts');" +
    "console.log(parseConfig({}).greeting, parseConfig({ GREETING_WORD: 'goodbye' }).greeting);" +
    "try { parseConfig({ GREETING_WORD: 'hey' }) } catch ({ problems }) { console.log(...problems) }";
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
    cwd: tree,
    encoding: 'utf8',
  });
  expect(stdout + stderr).toBe(
    'hello goodbye\nGREETING_WORD is not one of the accepted words; accepted: hello or goodbye\n',
  );

  const check = () =>
    spawnSync(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', 'test/config.test.ts'], {
      cwd: tree,
      encoding: 'utf8',
      env: { PATH: process.env['PATH'], NO_COLOR: '1' },
    });
  const missing = check();
  expect(missing.status).not.toBe(0);
  const printed = missing.stdout + missing.stderr;
  const lines = ['# The word for this test. Accepted: hello or goodbye.', 'GREETING_WORD=hello'];
  const row = '| `GREETING_WORD` | `hello` | the word for this test |';
  for (const line of [...lines, row]) expect(printed).toContain(line);
  await write(
    '.env.example',
    (await read('.env.example')).replace(/^# .*\n(?=LOG_LEVEL=)/m, `${lines.join('\n')}\n\n$&`),
  );
  await write('OPERATIONS.md', (await read('OPERATIONS.md')).replace(/^\| `LOG_LEVEL`/m, `${row}\n$&`));
  const added = check();
  expect(added.status, added.stdout + added.stderr).toBe(0);
});
