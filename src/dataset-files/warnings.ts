import { lapsedChecks } from '../domain/datasets/observatory/level.ts';
import { observatory } from '../domain/datasets/observatory/observatory.ts';
import type { ObservatoryRecord } from '../domain/datasets/observatory/record.ts';
import type { DatasetRecord } from '../domain/datasets/record/record.ts';
import { agedSources, dayAhead } from '../domain/datasets/record/warnings.ts';
import { OF_THE_PAST } from '../domain/datasets/record/watched.ts';
import type { RuleProblem } from '../domain/vocabulary/errors.ts';
import type { Day } from '../domain/vocabulary/timestamp.ts';
import type { DatasetProblem } from './problem-report.ts';
import type { FileTexts } from './read-files.ts';
import { placeInRecords, type RecordProblem } from './yaml-file.ts';

type Records = Readonly<Record<string, readonly DatasetRecord[]>>;

const ofEach = (records: Records, find: (record: DatasetRecord) => readonly RuleProblem[]): RecordProblem[] =>
  Object.entries(records).flatMap(([dataset, entries]) =>
    entries.flatMap((record) => find(record).map((found) => ({ ...found, dataset, id: record.id }))),
  );

/** The records with a day in the future, which no version may have (SPEC.md §6.6), each at its line. Pure. */
export const checkAhead = (records: Records, texts: FileTexts, today: Day): DatasetProblem[] =>
  placeInRecords(
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
  return [...checkAhead(records, texts, today), ...placeInRecords([...lapsed, ...aged], texts)];
};
