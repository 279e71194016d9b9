import { z } from 'zod';
import { PublishedVersion } from '../domain/datasets/forms/data-index.ts';
import { recordColumns } from '../domain/datasets/record/columns.ts';
import type { Dataset, DatasetDocument } from '../domain/datasets/record/dataset.ts';
import { type DatasetRecord, eventsOf } from '../domain/datasets/record/record.ts';
import { textAt } from '../domain/datasets/record/rules.ts';
import { canonicalText } from '../domain/json/canonical-json.ts';
import { documentText } from '../domain/json/document-text.ts';
import { sha256Hex } from '../domain/json/hash.ts';
import { problemIf, type RuleProblem } from '../domain/vocabulary/errors.ts';
import { type DatasetProblem, fileProblem } from './problem-report.ts';
import type { FileTexts } from './read-files.ts';
import { placeInRecords } from './yaml-file.ts';

/** The files of the published versions of a dataset, one a version, numbered from 1. */
const versionFile = (dataset: string, number: number): string =>
  `datasets/published/${dataset}/${String(number).padStart(4, '0')}.ndjson`;

/** The first line of such a file; each further line is a record that the version before does not have in this form. */
const VersionHead = PublishedVersion.extend({
  /** The document without its entries. */
  about: z.record(z.string(), z.unknown()),
  /** The ids of its entries, in their order. */
  ids: z.array(z.string()),
});

/** A published version, put together from the files up to its own. */
export interface KeptVersion extends PublishedVersion {
  readonly file: string;
  readonly about: Readonly<Record<string, unknown>>;
  readonly entries: readonly DatasetRecord[];
}

/** Other bytes than were published. */
class EditedVersion extends Error {
  readonly file: string;

  constructor(file: string, reason: string) {
    super(
      `${file}: ${reason}; expected the bytes that were published, which git restore brings back; after a merge, publish again`,
    );
    this.file = file;
  }
}

/**
 * The published versions of a dataset, oldest first. Their bytes are not compared with their hashes.
 * @throws EditedVersion when a file cannot be read as one.
 */
export const readVersions = (dataset: string, texts: FileTexts): KeptVersion[] => {
  const versions: KeptVersion[] = [];
  const records = new Map<string, DatasetRecord>();
  for (
    let file = versionFile(dataset, 1);
    texts[file] !== undefined;
    file = versionFile(dataset, versions.length + 1)
  ) {
    try {
      const [head, ...changed] = texts[file]!.trimEnd()
        .split('\n')
        .map((line): unknown => JSON.parse(line));
      const { ids, ...version } = VersionHead.parse(head);
      for (const record of changed as DatasetRecord[]) records.set(record.id, record);
      versions.push({ ...version, file, entries: ids.map((id) => records.get(id)!) });
    } catch {
      throw new EditedVersion(file, 'is not a published version');
    }
  }
  const last = versionFile(dataset, versions.length);
  const later = Object.keys(texts).find((file) => file.startsWith(`datasets/published/${dataset}/`) && file > last);
  if (later !== undefined) throw new EditedVersion(later, 'comes after a version that is missing');
  return versions;
};

/** The document of a version, byte for byte. @throws EditedVersion when its hash is another one. */
export const textOfVersion = ({ file, sha256, about, entries }: KeptVersion): string => {
  const text = documentText({ ...about, entries });
  if (sha256Hex(text) !== sha256) throw new EditedVersion(file, `no longer has the hash ${sha256}`);
  return text;
};

/**
 * The file that keeps a document as the next published version: its head and the records that the version before does not
 * have. Undefined when the document is the last version. Writes nothing.
 */
export const planVersion = (
  dataset: string,
  document: DatasetDocument,
  texts: FileTexts,
): { readonly file: string; readonly text: string } | undefined => {
  const versions = readVersions(dataset, texts);
  const text = documentText(document);
  const last = versions.at(-1);
  const sha256 = sha256Hex(text);
  if (last?.sha256 === sha256) return undefined;
  const { entries, ...about } = document;
  const { version, records } = document;
  const ids = entries.map(({ id }) => id);
  const head = { sha256, bytes: Buffer.byteLength(text), version, records, about, ids };
  const before = new Set(last?.entries.map((record) => JSON.stringify(record)));
  const lines = entries.map((record) => JSON.stringify(record)).filter((line) => !before.has(line));
  return {
    file: versionFile(dataset, versions.length + 1),
    text: [JSON.stringify(head), ...lines].map((line) => `${line}\n`).join(''),
  };
};

const textWithout = (record: DatasetRecord, left: readonly string[]): string =>
  canonicalText(Object.fromEntries(Object.entries(record).filter(([name]) => !left.includes(name))));

const differsInHistory = (
  record: DatasetRecord,
  published: DatasetRecord,
  { derived, version, closed }: { derived: readonly string[]; version: string; closed: readonly string[] },
): RuleProblem[] => {
  if (published.withdrawn_on !== undefined && record.withdrawn_on === undefined) {
    return [
      { path: [], message: 'was published as withdrawn; expected withdrawn_on to stay, and a new id for a new record' },
    ];
  }
  const lost = published.changes.findIndex(
    ({ on, kind }, at) => record.changes[at]?.on !== on || record.changes[at].kind !== kind,
  );
  if (lost >= 0) {
    const { on, kind } = published.changes[lost]!;
    return [
      {
        path: ['changes', lost],
        message: `was published as "${kind}" on ${on}; expected every published entry to stay, and new ones after it`,
      },
    ];
  }
  const added = record.changes.slice(published.changes.length);
  const unsaid = closed.flatMap((field) => {
    const [was, is] = [textAt(published, field), textAt(record, field)];
    return problemIf(
      was !== undefined && was !== is && added.find((one) => one.field === field)?.from !== was,
      ['changes'],
      `do not say that ${field} was published as ${was} and is ${is ?? 'gone'}; expected an entry with field, from and to`,
    );
  });
  const isSilent = eventsOf(record).length === eventsOf(published).length;
  return [
    ...unsaid,
    ...problemIf(
      isSilent && textWithout(record, derived) !== textWithout(published, derived),
      ['changes'],
      `does not say what changed since the version of ${version} was published; expected an entry for it at the end`,
    ),
  ];
};

/** Readers who have the last version look only at later days, so a new event has that day or a later one. */
const eventsBeforeVersion = (
  { changes, withdrawn_on }: DatasetRecord,
  published: DatasetRecord | undefined,
  version: string,
): RuleProblem[] => {
  const check = (on: string, path: RuleProblem['path']) =>
    problemIf(
      on < version,
      path,
      `${on} is before the version of ${version}, which was published without it; expected ${version} or a later day`,
    );
  const known = published?.changes.length ?? 0;
  return [
    ...changes.slice(known).flatMap(({ on }, at) => check(on, ['changes', known + at, 'on'])),
    ...(withdrawn_on === undefined || published?.withdrawn_on ? [] : check(withdrawn_on, ['withdrawn_on'])),
  ];
};

interface PublishedDataset {
  readonly dataset: Pick<Dataset, 'id' | 'folder' | 'derived' | 'record'>;
  /** The records that can be read. */
  readonly records: readonly DatasetRecord[];
  /** The ids of all files, including unreadable ones. */
  readonly known: ReadonlySet<string>;
}

const checkDataset = (
  { dataset: { id, folder, derived, record: schema }, records, known }: PublishedDataset,
  { version, entries }: KeptVersion,
  texts: FileTexts,
): DatasetProblem[] => {
  const published = new Map(entries.map((entry) => [entry.id, entry]));
  const gone = entries
    .filter((entry) => !known.has(entry.id))
    .map((entry) =>
      fileProblem(
        `${folder}/${entry.id}.yaml`,
        'is gone, but the record was published; expected the file, with withdrawn_on and withdrawn_reason',
      ),
    );
  const closed = recordColumns(schema).flatMap(({ name, path, values }) =>
    values && !derived.includes(path[0]!) ? name : [],
  );
  const differing = records.flatMap((record) => {
    const before = published.get(record.id);
    const broken = [
      ...eventsBeforeVersion(record, before, version),
      ...(before === undefined ? [] : differsInHistory(record, before, { derived, version, closed })),
    ];
    return broken.map((problem) => ({ ...problem, dataset: id, id: record.id }));
  });
  return [...gone, ...placeInRecords(differing, texts)];
};

/**
 * Finds published records that vanished without a tombstone, came back after a withdrawal, lost a part of their history, or
 * changed without an entry in it, entries dated before the last version, and versions that are not as they were published.
 * Pure; never throws.
 */
export const checkPublished = (datasets: readonly PublishedDataset[], texts: FileTexts): DatasetProblem[] =>
  datasets.flatMap((one) => {
    try {
      const versions = readVersions(one.dataset.id, texts);
      versions.forEach(textOfVersion);
      const last = versions.at(-1);
      return last === undefined ? [] : checkDataset(one, last, texts);
    } catch (error) {
      if (!(error instanceof EditedVersion)) throw error;
      return [fileProblem(error.file, error.message.slice(error.file.length + 2))];
    }
  });
