import { lapsedChecks } from '../domain/datasets/observatory/level.ts';
import { observatory } from '../domain/datasets/observatory/observatory.ts';
import type { ObservatoryRecord } from '../domain/datasets/observatory/record.ts';
import type { DatasetRecord } from '../domain/datasets/record/record.ts';
import { agedSources, dayAhead } from '../domain/datasets/record/warnings.ts';
import { OF_THE_PAST } from '../domain/datasets/record/watched.ts';
import type { RuleProblem } from '../domain/vocabulary/errors.ts';
import type { Day } from '../domain/vocabulary/timestamp.ts';
import { type DatasetProblem, memberProblem } from './problem-report.ts';
import type { FileTexts } from './read-files.ts';
import { lineFinder } from './yaml-file.ts';

type Records = Readonly<Record<string, readonly DatasetRecord[]>>;

interface Found extends RuleProblem {
  readonly dataset: string;
  readonly id: string;
}

const ofEach = (records: Records, find: (record: DatasetRecord) => readonly RuleProblem[]): Found[] =>
  Object.entries(records).flatMap(([dataset, entries]) =>
    entries.flatMap((record) => find(record).map((found) => ({ ...found, dataset, id: record.id }))),
  );

const placed = (found: readonly Found[], texts: FileTexts): DatasetProblem[] => {
  const finders = new Map<string, ReturnType<typeof lineFinder>>();
  return found.map(({ dataset, id, path, message }) => {
    const file = `datasets/${dataset}/${id}.yaml`;
    const find = finders.get(file) ?? lineFinder(texts[file] ?? '');
    finders.set(file, find);
    return memberProblem(file, find)({ path, message });
  });
};

/** The records with a day in the future, which no version may have (SPEC.md §6.6), each at its line. Pure. */
export const checkAhead = (records: Records, texts: FileTexts, today: Day): DatasetProblem[] =>
  placed(
    ofEach(records, (record) => dayAhead(record, today)),
    texts,
  );

/** The warnings about records (SPEC.md §6.13), each at its line: days in the future, checks that no longer count, and texts read long ago. Pure. */
export const checkWarnings = (records: Records, texts: FileTexts, today: Day): DatasetProblem[] => {
  const observed = { [observatory.id]: (records[observatory.id] ?? []) as readonly ObservatoryRecord[] };
  const lapsed = ofEach(observed, (record) => lapsedChecks(today, record as ObservatoryRecord));
  // What a decision cites shows the past.
  const { [OF_THE_PAST]: _, ...ofTheDay } = records;
  const aged = ofEach(ofTheDay, (record) => agedSources(record, today));
  return [...checkAhead(records, texts, today), ...placed([...lapsed, ...aged], texts)];
};
