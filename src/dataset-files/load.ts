import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sha256Hex } from '../domain/json/hash.ts';
import { parseDatasets } from './check.ts';
import { publishedFiles, readLog } from './published-versions.ts';
import { readDatasetTexts } from './read-texts.ts';
import { datasets, type Documents } from './registry.ts';

// The build runs in the top folder. Through the bundler each file would be a module, which takes as long as checking it.
const root = process.cwd();

const loadAll = () => {
  const texts = readDatasetTexts(root);
  const content = parseDatasets(texts);
  const documents = Object.fromEntries(
    datasets.map((dataset) => [dataset.id, dataset.build(content.records[dataset.id])]),
  ) as Documents;
  return { ...content, documents, texts };
};

let loaded: ReturnType<typeof loadAll> | undefined;

/**
 * The document of every dataset, by id. The same object at every call.
 * @throws Error whose message is the report of `npm run datasets` when a file is wrong.
 */
export const loadDocuments = (): Documents => (loaded ??= loadAll()).documents;

/**
 * The facts about the agent that the service speaks for.
 * @throws Error whose message is the report of `npm run datasets` when a file is wrong.
 */
export const loadAgent = () => (loaded ??= loadAll()).agent;

/**
 * The decision receipts that the maintainers publish, each with its hash, in the order of their files.
 * @throws Error whose message is the report of `npm run datasets` when a file is wrong.
 */
export const loadReceipts = () => (loaded ??= loadAll()).receipts;

/**
 * What was seen when the addresses of observatory records were asked, by record id. Records that nobody looked at have none.
 * @throws Error whose message is the report of `npm run datasets` when a file is wrong.
 */
export const loadObservations = () => (loaded ??= loadAll()).observations;

/** The log of the published versions of every dataset, oldest first. */
export const loadPublishedLog = () => readLog((loaded ??= loadAll()).texts);

/**
 * The bytes of a published version, as text; undefined when they are no longer kept.
 * @throws Error when the file does not have the hash that it is named after.
 */
export const findPublishedText = async (dataset: string, sha256: string): Promise<string | undefined> => {
  const file = publishedFiles.earlier(dataset, sha256);
  const last = (loaded ??= loadAll()).texts[publishedFiles.last(dataset)];
  if (last !== undefined && sha256Hex(last) === sha256) return last;
  const text = await readFile(join(root, file), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (text !== undefined && sha256Hex(text) !== sha256) {
    throw new Error(`${file}: holds other bytes than its name says; expected the bytes as they were published`);
  }
  return text;
};
