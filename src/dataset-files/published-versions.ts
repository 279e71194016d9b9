import { PublishedLog, type PublishedVersion } from '../domain/datasets/forms/version.ts';
import { findLostResults } from '../domain/datasets/observatory/complete.ts';
import { observatory } from '../domain/datasets/observatory/record.ts';
import { type DatasetRecord, eventsOf } from '../domain/datasets/record/record.ts';
import { canonicalText } from '../domain/json/canonical-json.ts';
import { sha256Hex } from '../domain/json/hash.ts';
import { OBSERVATIONS_FOLDER } from '../domain/observation/observation.ts';
import { problemIf, type RuleProblem } from '../domain/vocabulary/errors.ts';
import type { FileTexts } from './check.ts';
import { type DatasetProblem, fileProblem, memberProblem } from './problem-report.ts';
import { findLine } from './yaml-file.ts';
import { hasMergeMarks } from './yaml-syntax.ts';

/** The files of published versions: the log, the last version of each dataset, and the earlier ones. */
export const publishedFiles = {
  log: 'datasets/published/log.json',
  last: (dataset: string) => `datasets/published/${dataset}.json`,
  earlier: (dataset: string, sha256: string) => `datasets/published/earlier/${dataset}/${sha256}.json`,
} as const;

/** The log of published versions. Empty when nothing was published yet. @throws Error when it is not a log. */
export const readLog = (texts: FileTexts): PublishedLog => {
  const text = texts[publishedFiles.log];
  return text === undefined ? {} : PublishedLog.parse(JSON.parse(text));
};

const textWithout = (record: DatasetRecord, left: readonly string[]): string =>
  canonicalText(Object.fromEntries(Object.entries(record).filter(([name]) => !left.includes(name))));

const differsInHistory = (
  record: DatasetRecord,
  published: DatasetRecord,
  { derived, version }: { derived: readonly string[]; version: string },
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
  const isSilent = eventsOf(record).length === eventsOf(published).length;
  return isSilent && textWithout(record, derived) !== textWithout(published, derived)
    ? [
        {
          path: ['changes'],
          message: `does not say what changed since the version of ${version} was published; expected an entry for it at the end`,
        },
      ]
    : [];
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

/** The files that merge without a conflict have to go back, too, so `git checkout --ours` is not enough. */
const RESTORE =
  'git restore --source=HEAD --staged --worktree -- datasets/published (or --source=MERGE_HEAD), then npm run datasets -- publish';

const MERGED = `holds the marks of a merge, because two branches published; keep the side that was released: ${RESTORE}`;

interface PublishedDataset {
  readonly id: string;
  readonly folder: string;
  /** Members that follow from others. */
  readonly derived: readonly string[];
  /** The records that can be read. */
  readonly records: readonly DatasetRecord[];
  /** The ids of all files, including unreadable ones. */
  readonly known: ReadonlySet<string>;
}

const checkDataset = (
  { id, folder, derived, records, known }: PublishedDataset,
  last: PublishedVersion,
  texts: FileTexts,
): DatasetProblem[] => {
  const file = publishedFiles.last(id);
  const text = texts[file];
  if (text === undefined) return [fileProblem(file, 'is missing; expected the version that the log names last')];
  if (sha256Hex(text) !== last.sha256) {
    return [
      fileProblem(
        file,
        `is not the version that the log names last; expected the bytes of ${last.sha256}; after a merge: ${RESTORE}`,
      ),
    ];
  }
  const { entries } = JSON.parse(text) as { entries: DatasetRecord[] };
  const present = new Map(records.map((record) => [record.id, record]));
  const publishedIds = new Map(entries.map((entry) => [entry.id, entry]));
  const late = records.flatMap((record) => {
    const own = `${folder}/${record.id}.yaml`;
    return eventsBeforeVersion(record, publishedIds.get(record.id), last.version).map(
      memberProblem(own, (path) => findLine(texts[own] ?? '', path)),
    );
  });
  const lost = entries.flatMap((published): DatasetProblem[] => {
    const own = `${folder}/${published.id}.yaml`;
    if (!known.has(published.id)) {
      return [
        fileProblem(
          own,
          'is gone, but the record was published; expected the file, with withdrawn_on and withdrawn_reason',
        ),
      ];
    }
    const record = present.get(published.id);
    if (record === undefined) return [];
    const unanswered = id === observatory.id ? findLostResults(record, published) : undefined;
    if (unanswered !== undefined) {
      const observations = `${OBSERVATIONS_FOLDER}/${published.id}.json`;
      const what = texts[observations] === undefined ? 'is gone with its answers' : 'lacks answers';
      return [
        fileProblem(
          observations,
          `${what}, but those of ${unanswered} were published; expected the file with all results that it ever held`,
        ),
      ];
    }
    return differsInHistory(record, published, { derived, version: last.version }).map(
      memberProblem(own, (path) => findLine(texts[own] ?? '', path)),
    );
  });
  return [...late, ...lost];
};

/**
 * Finds published records that vanished without a tombstone, came back after a withdrawal, lost a part
 * of their history, or changed without an entry in it, and entries dated before the last version. Pure; never throws.
 */
export const checkPublished = (datasets: readonly PublishedDataset[], texts: FileTexts): DatasetProblem[] => {
  const merged = [publishedFiles.log, ...datasets.map(({ id }) => publishedFiles.last(id))].find((file) =>
    hasMergeMarks(texts[file] ?? ''),
  );
  if (merged !== undefined) return [fileProblem(merged, MERGED)];
  let log: PublishedLog;
  try {
    log = readLog(texts);
  } catch {
    return [fileProblem(publishedFiles.log, 'is not a log of published versions; expected it as it was published')];
  }
  return datasets.flatMap((dataset) => {
    const last = log[dataset.id]?.at(-1);
    return last === undefined ? [] : checkDataset(dataset, last, texts);
  });
};
