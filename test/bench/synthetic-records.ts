import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readVersions } from '../../src/dataset-files/published-versions.ts';
import { readDatasetTexts } from '../../src/dataset-files/read-files.ts';

const root = join(import.meta.dirname, '../..');
const FOLDER = 'datasets/agent-accountability-map';

/** The real record of the accountability map whose file is of middling size. */
const middlingRecord = async (): Promise<string> => {
  const names = (await readdir(join(root, FOLDER))).filter((name) => name.endsWith('.yaml'));
  const texts = await Promise.all(names.map((name) => readFile(join(root, FOLDER, name), 'utf8')));
  return texts.toSorted((a, b) => a.length - b.length)[Math.floor(texts.length / 2)]!;
};

/**
 * So many records of the real shape: a real one with other ids and names, of the day of the last published version, which
 * no new record may precede, and without its decisions, which would have to name every record.
 */
const syntheticRecords = async (count: number): Promise<Iterable<{ id: string; text: string }>> => {
  const published = readVersions('agent-accountability-map', readDatasetTexts(root)).at(-1)!.version;
  const real = (await middlingRecord())
    .replace(/^related_decisions:\n(?: +- .*\n)+/m, '')
    .replaceAll(/^( {2}- on: |compiled_on: ).*$/gm, `$1${published}`);
  return (function* () {
    for (let at = 0; at < count; at += 1) {
      const id = `synthetic-${String(at).padStart(6, '0')}`;
      yield { id, text: real.replace(/^id: .*$/m, `id: ${id}`).replace(/^name: .*$/m, `name: Synthetic system ${at}`) };
    }
  })();
};

/** Writes so many synthetic records into a folder. */
export const writeRecords = async (folder: string, count: number): Promise<void> => {
  await mkdir(folder, { recursive: true });
  for (const { id, text } of await syntheticRecords(count)) await writeFile(join(folder, `${id}.yaml`), text);
};

/** Writes so many synthetic records into a copy of the tree, beside the real ones. */
export const writeSyntheticRecords = (tree: string, count: number): Promise<void> =>
  writeRecords(join(tree, FOLDER), count);
