import { lapsedChecks } from '../domain/datasets/observatory/level.ts';
import { observatory, type ObservatoryRecord } from '../domain/datasets/observatory/record.ts';
import type { DatasetRecord } from '../domain/datasets/record/record.ts';
import { checkSharedSources, warningsOf } from '../domain/datasets/record/warnings.ts';
import type { Day } from '../domain/vocabulary/timestamp.ts';
import type { FileTexts } from './check.ts';
import { type DatasetProblem, memberProblem } from './problem-report.ts';
import { lineFinder } from './yaml-file.ts';

/**
 * The warnings about records, each at its line: stale records, sources given twice, checks that no longer count, and
 * sources that records describe differently. Pure.
 */
export const checkWarnings = (
  records: Readonly<Record<string, readonly DatasetRecord[]>>,
  texts: FileTexts,
  today: Day,
  staleAfterDays: number,
): DatasetProblem[] => {
  const own = Object.entries(records).flatMap(([dataset, entries]) =>
    entries.flatMap((record) =>
      warningsOf(record, today, staleAfterDays).map((warning) => ({ ...warning, dataset, id: record.id })),
    ),
  );
  const lapsed = ((records[observatory.id] ?? []) as readonly ObservatoryRecord[]).flatMap((record) =>
    lapsedChecks(today, record).map((warning) => ({ ...warning, dataset: observatory.id, id: record.id })),
  );
  const finders = new Map<string, ReturnType<typeof lineFinder>>();
  return [...own, ...lapsed, ...checkSharedSources(records)].map(({ dataset, id, path, message }) => {
    const file = `datasets/${dataset}/${id}.yaml`;
    const find = finders.get(file) ?? lineFinder(texts[file] ?? '');
    finders.set(file, find);
    return memberProblem(file, find)({ path, message });
  });
};
