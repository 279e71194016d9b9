import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { checkDatasets } from '../dataset-files/check.ts';
import { problemReport } from '../dataset-files/problem-report.ts';
import { readVersions } from '../dataset-files/published-versions.ts';
import { type FileTexts, readDatasetTexts } from '../dataset-files/read-files.ts';
import { datasets } from '../dataset-files/registry.ts';
import type { Dataset } from '../domain/datasets/record/dataset.ts';
import { diffRecords, type FieldChange, type RecordDifference } from '../domain/datasets/record/diff.ts';
import { INTERFACE_VERSION, schemaId } from '../domain/vocabulary/service.ts';
import { counted } from '../domain/vocabulary/words.ts';
import { documentFetcher } from '../observing/fetch-document.ts';
import { findDataset } from './find-dataset.ts';
import { CommandError, printableInLine } from './terminal.ts';

export interface DiffOptions {
  readonly root: string;
  /** A document, a folder of documents, or the base address of a service; undefined for the last published version. */
  readonly against: string | undefined;
  /** Only this dataset. */
  readonly dataset: string | undefined;
}

/** The members of a published document that a comparison needs, of any version of its schema. */
const Published = z.looseObject({
  schema: z.string(),
  version: z.string(),
  entries: z.array(z.looseObject({ id: z.string() })),
});
type Published = z.infer<typeof Published>;

const MOST_BYTES = 256 * 1024 * 1024;

const isWeb = (text: string): boolean => /^https?:\/\//.test(text);

const readWeb = async (address: string): Promise<string> => {
  const fetch = documentFetcher({
    userAgent: `AgentAccountabilityDatasets/${INTERFACE_VERSION}`,
    allowed: 'any',
    limits: { connectMs: 10_000, wholeMs: 120_000, mostBytes: MOST_BYTES, mostRedirects: 5 },
  });
  const fetched = await fetch(address);
  if (!fetched.ok) {
    const status = fetched.status === undefined ? '' : ` ${fetched.status}`;
    throw new CommandError(`${address} cannot be read (${fetched.reason}${status}).`);
  }
  return Buffer.from(fetched.bytes).toString('utf8');
};

const parsePublished = (text: string, place: string): Published => {
  try {
    return Published.parse(JSON.parse(text));
  } catch {
    throw new CommandError(`${place} is not a published dataset document.`);
  }
};

/** The location of the published document of a dataset at the given place. */
const placeOf = async (against: string, id: string): Promise<string> => {
  if (isWeb(against)) {
    return new URL(against).pathname.endsWith('.json') ? against : `${against.replace(/\/+$/, '')}/static/${id}.json`;
  }
  const found = await stat(against).catch(() => undefined);
  if (found === undefined) throw new CommandError(`${against} does not exist.`);
  return found.isDirectory() ? join(against, `${id}.json`) : against;
};

/** The version of a dataset that was published last. */
const lastPublished = (id: string, texts: FileTexts): Published => {
  const last = readVersions(id, texts).at(-1);
  if (last === undefined) {
    throw new CommandError(
      `No version of ${id} was published yet. Specify what to compare with: --against <file, folder or address of a service>.`,
    );
  }
  return Published.parse({ ...last.about, entries: last.entries });
};

/** The document of a dataset at a place; undefined when there is one of another dataset. */
const findPublished = async (against: string, { id }: Dataset): Promise<Published | undefined> => {
  const place = await placeOf(against, id);
  const text = isWeb(place) ? await readWeb(place) : await readFile(place, 'utf8').catch(() => undefined);
  if (text === undefined) throw new CommandError(`${place} cannot be read.`);
  const published = parsePublished(text, place);
  // A single document belongs to one dataset; the others are not compared with it.
  return published.schema === schemaId(id) ? published : undefined;
};

/** The ids of all files of a dataset, readable or not. */
const idsOnDisk = ({ folder }: Dataset, texts: FileTexts): Set<string> =>
  new Set(
    Object.keys(texts)
      .filter((file) => file.startsWith(`${folder}/`))
      .map((file) => file.slice(folder.length + 1).replace(/\.yaml$/, '')),
  );

const shown = (value: unknown): string => {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > 160 ? `${text.slice(0, 159)}…` : text;
};

const fieldLine = ({ field, before, after }: FieldChange): string => {
  if (before === undefined) return `    + ${field}: ${shown(after)}`;
  if (after === undefined) return `    - ${field}: ${shown(before)}`;
  return `    ${field}: ${shown(before)} → ${shown(after)}`;
};

const titles = {
  added: 'added',
  changed: 'changed',
  withdrawn: 'withdrawn',
  vanished: 'REMOVED WITHOUT A TOMBSTONE; expected withdrawn_on in its file',
} as const satisfies Record<RecordDifference['kind'], string>;

const report = (id: string, before: Published, after: Published, differences: readonly RecordDifference[]): string => {
  const kinds = Object.keys(titles).flatMap((kind) => {
    const count = differences.filter((one) => one.kind === kind).length;
    return count === 0 ? [] : [`${count} ${kind}`];
  });
  const head = `${id}: ${kinds.length === 0 ? 'no difference' : kinds.join(', ')}`;
  if (differences.length === 0) return `${head}\n`;
  const sameDay = before.version === after.version ? ' (changed again on the day of its version)' : '';
  const version = printableInLine(
    `  version ${shown(before.version)} → ${shown(after.version)}${sameDay}, ${before.entries.length} → ${counted(after.entries.length, 'record')}`,
  );
  const records = differences
    .flatMap((one) => [`  ${one.id}: ${titles[one.kind]}`, ...one.fields.map(fieldLine)])
    .map(printableInLine);
  return `${[head, version, ...records].join('\n')}\n`;
};

/**
 * Reports by record and member how a rebuild would differ from what was published last. Files with
 * problems stop a rebuild but not the report, which leaves out unreadable records.
 * @returns the exit code: 0 for no difference, 1 for a difference, 2 when files have problems.
 * @throws CommandError when there is nothing to compare.
 */
export const diff = async (options: DiffOptions): Promise<number> => {
  const texts = readDatasetTexts(options.root);
  const { records, problems } = checkDatasets(texts);
  const chosen = options.dataset === undefined ? datasets : [findDataset(options.dataset)];
  let compared = 0;
  let different = false;
  for (const dataset of chosen) {
    const before =
      options.against === undefined ? lastPublished(dataset.id, texts) : await findPublished(options.against, dataset);
    if (before === undefined || records[dataset.id].length === 0) continue;
    compared += 1;
    const after = Published.parse(dataset.build(records[dataset.id]));
    const readable = new Set(after.entries.map(({ id }) => id));
    const onDisk = idsOnDisk(dataset, texts);
    const comparable = before.entries.filter(({ id }) => readable.has(id) || !onDisk.has(id));
    const differences = diffRecords(comparable, after.entries);
    different ||= differences.length > 0;
    process.stdout.write(report(dataset.id, before, after, differences));
  }
  if (problems.length > 0) {
    process.stderr.write(`${problemReport(problems)}\nNothing is published until these are fixed.\n`);
    return 2;
  }
  if (compared === 0) throw new CommandError('The document belongs to another dataset.');
  return different ? 1 : 0;
};
