import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { changeFiles } from '../../src/dataset-files/change-files.ts';

let root: string;
const before = new Map([
  ['rewritten.yaml', 'as it was'],
  ['removed.yaml', 'still here'],
]);
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'changes-'));
  for (const [file, text] of before) writeFileSync(join(root, file), text);
});

const files = () => new Map(readdirSync(root).map((file) => [file, readFileSync(join(root, file), 'utf8')]));

test('all files are changed', async () => {
  await changeFiles(
    root,
    before,
    new Map([
      ['removed.yaml', undefined],
      ['rewritten.yaml', 'new'],
    ]),
  );
  expect(files()).toEqual(new Map([['rewritten.yaml', 'new']]));
});

test('when one cannot be changed, those before it get their texts back', async () => {
  const changes = new Map([
    ['removed.yaml', undefined],
    ['rewritten.yaml', 'new'],
    ['gone.yaml', undefined],
  ]);
  await expect(changeFiles(root, before, changes)).rejects.toThrow('ENOENT');
  expect(files()).toEqual(before);
});
