import type { RuleProblem } from '../../vocabulary/rule-problem.ts';
import type { DatasetRecord } from './record.ts';

type Path = readonly (string | number)[];

/** Members whose text is a date, anywhere in a record. */
const dateMembers = new Set([
  'commit_date',
  'stated_date',
  'retrieved',
  'on',
  'date',
  'observed_at',
  'first_public',
  'created_on',
  'decided_on',
  'withdrawn_on',
]);

const datesIn = (value: unknown, path: Path = []): { path: Path; date: string }[] => {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, member]) => {
    const memberPath = [...path, Array.isArray(value) ? Number(key) : key];
    return typeof member === 'string' && dateMembers.has(key)
      ? [{ path: memberPath, date: member }]
      : datesIn(member, memberPath);
  });
};

const checkDates = (record: DatasetRecord, mayLieAhead: (path: Path) => boolean): RuleProblem[] =>
  datesIn(record)
    .filter(({ path, date }) => date > record.compiled_on && !mayLieAhead(path))
    .map(({ path, date }) => ({
      path,
      message: `${date} is after compiled_on (${record.compiled_on}); expected that day or earlier`,
    }));

const checkHistory = ({ changes, withdrawn_on, withdrawn_reason }: DatasetRecord): RuleProblem[] => [
  ...changes.flatMap(({ kind, on }, at): RuleProblem[] => [
    ...((kind === 'added') === (at === 0)
      ? []
      : [
          {
            path: ['changes', at, 'kind'],
            message: `expected "${at === 0 ? 'added' : 'changed'}": the first change, and only the first, is "added"`,
          },
        ]),
    ...(at > 0 && on < changes[at - 1]!.on
      ? [{ path: ['changes', at, 'on'], message: `${on} is before the change above it; expected the oldest first` }]
      : []),
  ]),
  ...((withdrawn_on === undefined) === (withdrawn_reason === undefined)
    ? []
    : [
        {
          path: [withdrawn_on === undefined ? 'withdrawn_reason' : 'withdrawn_on'],
          message: 'expected withdrawn_on and withdrawn_reason together, or neither',
        },
      ]),
  ...(withdrawn_on !== undefined && withdrawn_on < changes.at(-1)!.on
    ? [{ path: ['withdrawn_on'], message: `${withdrawn_on} is before the last change; expected that day or later` }]
    : []),
];

const checkSources = (record: DatasetRecord): RuleProblem[] =>
  record.sources.flatMap((source, at): RuleProblem[] => {
    const problem = (member: string, message: string): RuleProblem => ({ path: ['sources', at, member], message });
    const needsCommit = source.kind === 'commit' || source.access === 'git_snapshot';
    return [
      ...(record.sources.findIndex(({ url }) => url === source.url) < at
        ? [problem('url', 'this source is already in the list; expected each source once')]
        : []),
      ...(needsCommit && source.commit === undefined
        ? [problem('commit', `missing; required because this is a ${source.kind} read as ${source.access}`)]
        : []),
      ...(source.commit !== undefined && source.repo === undefined
        ? [problem('repo', 'missing; expected the repository of the commit')]
        : []),
      ...(source.commit !== undefined && !source.url.includes(source.commit)
        ? [problem('url', 'does not contain the commit; expected an address pinned to it')]
        : []),
      ...(source.commit_date !== undefined && source.commit === undefined
        ? [problem('commit_date', 'is given without `commit`; expected both')]
        : []),
      ...(source.supports ?? []).flatMap((member, index) =>
        Object.hasOwn(record, member)
          ? []
          : [
              {
                path: ['sources', at, 'supports', index],
                message: `"${member}" is not a member of this record; expected the name of one`,
              },
            ],
      ),
    ];
  });

const checkConfidence = ({ confidence, sources }: DatasetRecord): RuleProblem[] =>
  confidence !== 'high' ||
  sources.length > 1 ||
  sources.some(
    ({ commit, kind, stated_date }) => commit !== undefined || (kind === 'github_thread' && stated_date !== undefined),
  )
    ? []
    : [
        {
          path: ['confidence'],
          message:
            'high needs a source with a commit, a dated github_thread, or two sources; expected one of these or medium',
        },
      ];

/**
 * The rules for every record: no date after its compile date, an ordered history, sources that are complete
 * and given once, and high confidence only with the sources that it requires.
 */
export const checkAnyRecord = (
  record: DatasetRecord,
  mayLieAhead: (path: Path) => boolean = () => false,
): RuleProblem[] => [
  ...checkDates(record, mayLieAhead),
  ...checkHistory(record),
  ...checkSources(record),
  ...checkConfidence(record),
];
