import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { buildProject, copySmallProject } from '../support/scratch-project.ts';

const MAP = 'agent-accountability-map';

let root: string;
/** The one record of the map. */
let record: string;
beforeAll(async () => {
  root = await copySmallProject();
  record = (await readdir(join(root, 'datasets', MAP)))[0]!.replace('.yaml', '');
});

/** Builds with one file more, or with other content, and puts back what was there. */
const buildWith = async (file: string, text: string): Promise<string> => {
  const path = join(root, file);
  const before = await readFile(path, 'utf8').catch(() => undefined);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
  try {
    return buildProject(root);
  } finally {
    await (before === undefined ? rm(path) : writeFile(path, before));
  }
};

test('a build stops at a record that is wrong, with the report of the check', async () => {
  const file = `datasets/${MAP}/${record}.yaml`;
  const text = await readFile(join(root, file), 'utf8');
  await expect(buildWith(file, text.replace(/^kind: .*/m, 'kind: teapot'))).rejects.toThrow(`${file}:`);
});

test.each([
  ['a file of a dataset', 'domain/datasets/forms/json-feed.ts', 'JsonFeed'],
  ['another document', 'dataset-files/load-published-files.ts', 'DataIndex'],
])('a build stops at %s that breaks its own schema, and names the problem', async (_, file, schema) => {
  const text = await readFile(join(root, 'src', file), 'utf8');
  const strict = text.replace(`schema: ${schema} }`, `schema: ${schema}.refine(() => false, 'is a teapot') }`);
  await expect(buildWith(`src/${file}`, strict)).rejects.toThrow(
    /does not satisfy its own schema:\s+\(document\): is a teapot/,
  );
});

test.each([
  ['a file of a dataset', () => `data/${MAP}/records/${record}.json`],
  ['the page of a record', () => `${MAP}/${record}.html`],
  ['another document', () => 'static/status.json'],
])('a build stops at a file of public/ at the address of %s, and names it', async (_, path) => {
  await expect(buildWith(`public/${path()}`, 'taken')).rejects.toThrow(new RegExp(`EEXIST.*${RegExp.escape(path())}`));
});
