import { problemIf, type RuleProblem } from '../../vocabulary/errors.ts';
import { valueIn } from './columns.ts';
import type { DatasetRecord } from './record.ts';

/**
 * What turns the direction of writing or is not seen, but for the joiners, which scripts need, and the one selector that says
 * how the emoji before it looks (SPEC.md §6.7).
 */
const unseen = /(?!\p{Join_Control}|(?<=\p{Extended_Pictographic})[\ufe0e\ufe0f])\p{Default_Ignorable_Code_Point}/u;

const findUnseen = (text: string): string | undefined => {
  const code = unseen.exec(text)?.[0].codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0');
  return code && `holds U+${code}, which is not seen or turns the direction of writing; expected text without it`;
};

/** Of `https://example.org@example.net/`, people read the name, and the browser opens what follows it. */
const findName = (text: string): string | undefined => {
  const address = /^https?:\/\/.*@/s.test(text) ? URL.parse(text) : null;
  return address !== null && (address.username !== '' || address.password !== '')
    ? 'names somebody before the host; expected an address without a name and a password'
    : undefined;
};

/** The names of members and the places in lists that lead to a value. */
type Path = readonly (string | number)[];

/** Every text in a value, each with its path. */
const textsIn = (value: unknown, path: Path = []): { text: string; path: Path }[] => {
  if (typeof value === 'string') return [{ text: value, path }];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) =>
    textsIn(member, [...path, Array.isArray(value) ? Number(name) : name]),
  );
};

/** The rules for every text of a record, and of the facts about the agent: what people read in it is what is there. */
export const checkTexts = (record: object): RuleProblem[] =>
  textsIn(record).flatMap(({ text, path }) =>
    [findUnseen(text), findName(text)].flatMap((message) => (message === undefined ? [] : { path, message })),
  );

/** Members whose text is a date, anywhere in a record. */
const dateMembers: ReadonlySet<string | number> = new Set([
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

const checkDates = (record: DatasetRecord, mayLieAhead: (path: Path) => boolean): RuleProblem[] =>
  textsIn(record).flatMap(({ text: date, path }) =>
    problemIf(
      dateMembers.has(path.at(-1)!) && date > record.compiled_on && !mayLieAhead(path),
      path,
      `${date} is after compiled_on (${record.compiled_on}); expected that day or earlier`,
    ),
  );

const checkHistory = ({ changes, withdrawn_on, withdrawn_reason }: DatasetRecord): RuleProblem[] => [
  ...changes.flatMap(({ kind, on }, at): RuleProblem[] => [
    ...problemIf(
      (kind === 'added') !== (at === 0),
      ['changes', at, 'kind'],
      `expected "${at === 0 ? 'added' : 'changed'}": the first change, and only the first, is "added"`,
    ),
    ...problemIf(
      at > 0 && on < changes[at - 1]!.on,
      ['changes', at, 'on'],
      `${on} is before the change above it; expected the oldest first`,
    ),
  ]),
  ...problemIf(
    (withdrawn_on === undefined) !== (withdrawn_reason === undefined),
    [withdrawn_on === undefined ? 'withdrawn_reason' : 'withdrawn_on'],
    'expected withdrawn_on and withdrawn_reason together, or neither',
  ),
  ...problemIf(
    withdrawn_on !== undefined && withdrawn_on < changes.at(-1)!.on,
    ['withdrawn_on'],
    `${withdrawn_on} is before the last change; expected that day or later`,
  ),
];

/** The value of a member as an event gives it; undefined where there is none. */
export const textAt = (record: object, field: string): string | undefined => {
  const value = valueIn(record, { path: field.split('.') });
  return typeof value === 'object' ? JSON.stringify(value) : value === undefined ? undefined : String(value);
};

const rereads: readonly string[] = ['corrected', 'source_changed', 'criteria_changed'];

/** The events that name a member say how it came to its value, each from where the one before it left it. */
const checkNamedChanges = (record: DatasetRecord): RuleProblem[] =>
  record.changes.flatMap(({ kind, field, from, to }, at): RuleProblem[] => {
    const check = (broken: boolean, member: string, message: string) =>
      problemIf(broken, ['changes', at, member], message);
    if (field === undefined)
      return check((from ?? to) !== undefined, 'field', 'missing; expected the member that from and to are about');
    const next = record.changes.slice(at + 1).find((later) => later.field === field);
    const after = next === undefined ? textAt(record, field) : next.from;
    return [
      ...check(from === to, 'to', 'is the same as from; expected another value'),
      ...check(
        from !== undefined && !rereads.includes(kind),
        'kind',
        `${kind} does not say why; expected one of ${rereads.join(', ')}`,
      ),
      ...check(to !== after, 'to', `is not what ${field} was after it; expected ${after ?? 'no value'}`),
    ];
  });

const checkSources = (record: DatasetRecord): RuleProblem[] =>
  record.sources.flatMap((source, at): RuleProblem[] => {
    const { kind, access, url, repo, commit, commit_date, supports = [] } = source;
    const check = (broken: boolean, member: string, message: string) =>
      problemIf(broken, ['sources', at, member], message);
    return [
      ...check(
        record.sources.findIndex((other) => other.url === url) < at,
        'url',
        'this source is already in the list; expected each source once',
      ),
      ...check(
        (kind === 'commit' || access === 'git_snapshot') && commit === undefined,
        'commit',
        `missing; required because this is a ${kind} read as ${access}`,
      ),
      ...check(commit !== undefined && repo === undefined, 'repo', 'missing; expected the repository of the commit'),
      ...check(
        commit !== undefined && !url.includes(commit),
        'url',
        'does not contain the commit; expected an address pinned to it',
      ),
      ...check(
        commit_date !== undefined && commit === undefined,
        'commit_date',
        'is given without `commit`; expected both',
      ),
      ...supports.flatMap((member, index) =>
        problemIf(
          !Object.hasOwn(record, member),
          ['sources', at, 'supports', index],
          `"${member}" is not a member of this record; expected the name of one`,
        ),
      ),
    ];
  });

const checkConfidence = ({ confidence, sources }: DatasetRecord): RuleProblem[] =>
  problemIf(
    confidence === 'high' &&
      sources.length < 2 &&
      !sources.some(
        ({ commit, kind, stated_date }) =>
          commit !== undefined || (kind === 'github_thread' && stated_date !== undefined),
      ),
    ['confidence'],
    'high needs a source with a commit, a dated github_thread, or two sources; expected one of these or medium',
  );

/**
 * The rules for every record: texts that are what they look like, no date after its compile date, an ordered history,
 * sources that are complete and given once, and high confidence only with the sources that it requires.
 */
export const checkAnyRecord = (
  record: DatasetRecord,
  mayLieAhead: (path: Path) => boolean = () => false,
): RuleProblem[] => [
  ...checkTexts(record),
  ...checkDates(record, mayLieAhead),
  ...checkHistory(record),
  ...checkNamedChanges(record),
  ...checkSources(record),
  ...checkConfidence(record),
];
