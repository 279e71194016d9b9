import type { RuleProblem } from '../../vocabulary/errors.ts';
import type { Day } from '../../vocabulary/timestamp.ts';
import { type DatasetRecord, lastModifiedOf } from './record.ts';
import type { Source } from './source.ts';

const DAY_MS = 86_400_000;

const daysBetween = (from: Day, to: Day): number => Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS);

const observedAt = (record: DatasetRecord): Day | undefined => {
  const { observation } = record as { observation?: { observed_at?: Day } };
  return observation?.observed_at;
};

const checkAge = (record: DatasetRecord, today: Day, staleAfterDays: number): RuleProblem[] => {
  const observed = observedAt(record);
  const dates: { path: string[]; day: Day }[] = [
    { path: ['compiled_on'], day: record.compiled_on },
    ...(observed === undefined ? [] : [{ path: ['observation', 'observed_at'], day: observed }]),
  ];
  return dates
    .map(({ path, day }) => ({ path, day, age: daysBetween(day, today) }))
    .filter(({ age }) => age > staleAfterDays)
    .map(({ path, day, age }) => ({
      path,
      message: `${day} is ${age} days ago, more than ${staleAfterDays}; check whether it is still true`,
    }));
};

/** The address of a source without the parts that do not distinguish pages. */
const plainAddress = (url: string): string => {
  const { host, pathname, search } = new URL(url);
  return `${host.replace(/^www\./, '')}${pathname.replace(/\/+$/, '')}${search}`;
};

/** The file in a repository that a source is, regardless of the address at which it was read. */
const fileOf = ({ repo, path, commit }: Source): string | undefined =>
  repo === undefined || path === undefined || commit === undefined ? undefined : `${repo}\n${commit}\n${path}`;

const checkRepeats = ({ sources }: DatasetRecord): RuleProblem[] =>
  sources.flatMap((source, at) => {
    const first = sources.findIndex(
      (other) =>
        plainAddress(other.url) === plainAddress(source.url) ||
        (fileOf(source) !== undefined && fileOf(other) === fileOf(source)),
    );
    return first < at
      ? [{ path: ['sources', at, 'url'], message: `is the same source as sources[${first}]; keep one of them` }]
      : [];
  });

/**
 * The day of a record that is still to come everywhere (SPEC.md §6.6). Tomorrow has come east of Greenwich. No other
 * day of a record is later than these two.
 */
export const dayAhead = (record: DatasetRecord, today: Day): RuleProblem[] => {
  const tomorrow = new Date(Date.parse(today) + DAY_MS).toISOString().slice(0, 10);
  const days = [
    { path: ['compiled_on'], day: record.compiled_on },
    { path: ['changes'], day: lastModifiedOf(record) },
  ];
  return days
    .filter(({ day }) => day > tomorrow)
    .slice(0, 1)
    .map(({ path, day }) => ({
      path,
      message: `${day} is in the future; expected tomorrow (${tomorrow}, UTC) or an earlier day`,
    }));
};

/**
 * The warnings about a record: a day in the future, a date that is older than this number of days, and a source that is
 * listed twice under two addresses. Withdrawn records have only the first.
 */
export const warningsOf = (record: DatasetRecord, today: Day, staleAfterDays: number): RuleProblem[] => [
  ...dayAhead(record, today),
  ...(record.withdrawn_on === undefined ? [...checkAge(record, today, staleAfterDays), ...checkRepeats(record)] : []),
];

/** The members that a source states about itself, which must be the same in all records that cite it. */
const statedMembers = ['kind', 'commit_date', 'stated_date', 'publisher'] as const;

/** A source that two records describe differently. */
export interface SourceConflict extends RuleProblem {
  readonly dataset: string;
  readonly id: string;
}

/**
 * The places where records of any dataset describe the same address differently. The first record that
 * cites the address is taken as correct.
 */
export const checkSharedSources = (records: Readonly<Record<string, readonly DatasetRecord[]>>): SourceConflict[] => {
  const first = new Map<string, { where: string; source: Source }>();
  const conflicts: SourceConflict[] = [];
  for (const [dataset, entries] of Object.entries(records)) {
    for (const { id, sources } of entries) {
      for (const [at, source] of sources.entries()) {
        const known = first.get(source.url);
        if (known === undefined) {
          first.set(source.url, { where: `${dataset}/${id}`, source });
          continue;
        }
        for (const member of statedMembers) {
          const [here, there] = [source[member], known.source[member]];
          if (here === undefined || there === undefined || here === there) continue;
          conflicts.push({
            dataset,
            id,
            path: ['sources', at, member],
            message: `is ${here}, but ${there} for the same address in ${known.where}; make them agree`,
          });
        }
      }
    }
  }
  return conflicts;
};
