import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';

const root = join(import.meta.dirname, '../..');
const FOLDER = 'datasets/agent-accountability-map';

/** The real record of the accountability map whose file is of middling size. */
const middlingRecord = async (): Promise<string> => {
  const names = (await readdir(join(root, FOLDER))).filter((name) => name.endsWith('.yaml'));
  const texts = await Promise.all(names.map((name) => readFile(join(root, FOLDER, name), 'utf8')));
  return texts.toSorted((a, b) => a.length - b.length)[Math.floor(texts.length / 2)]!;
};

/**
 * So many records of the real shape: a real one with other ids and names, and without its decisions, which would have
 * to name every record. Texts by their path from the root.
 */
export const syntheticRecords = async (count: number): Promise<Record<string, string>> => {
  const real = (await middlingRecord()).replace(/^related_decisions:\n(?: +- .*\n)+/m, '');
  return Object.fromEntries(
    Array.from({ length: count }, (_, at) => {
      const id = `synthetic-${String(at).padStart(6, '0')}`;
      const text = real.replace(/^id: .*$/m, `id: ${id}`).replace(/^name: .*$/m, `name: Synthetic system ${at}`);
      return [`${FOLDER}/${id}.yaml`, text];
    }),
  );
};

/** Writes so many synthetic records into a folder. */
export const writeRecords = async (folder: string, count: number): Promise<void> => {
  await mkdir(folder, { recursive: true });
  for (const [path, text] of Object.entries(await syntheticRecords(count))) {
    await writeFile(join(folder, basename(path)), text);
  }
};

/** Writes so many synthetic records into a copy of the tree, beside the real ones. */
export const writeSyntheticRecords = (tree: string, count: number): Promise<void> =>
  writeRecords(join(tree, FOLDER), count);
