import type { RuleProblem } from '../../vocabulary/errors.ts';
import type { Dataset } from './dataset.ts';
import type { DatasetRecord } from './record.ts';

/** A member of a record that lists the ids of other records. */
export interface RecordLink<Member extends string = string> {
  readonly member: Member;
  /** Id of the dataset of those records. */
  readonly target: string;
  /** What the links lead to, for people, on the page of the record that has them. */
  readonly label: string;
  /** The same on the pages of the records that they lead to; absent where those do not show them. */
  readonly labelBack?: string;
  /** The member in which each of those records names this one; absent for one-way links. */
  readonly inverse?: string;
  /** A name for the links if following them from record to record must come to an end; absent if it need not. */
  readonly chain?: string;
}

/** A broken link, with the record that contains it. */
export interface LinkProblem extends RuleProblem {
  readonly dataset: string;
  readonly id: string;
}

type Linking = Pick<Dataset, 'id' | 'links'>;

/**
 * The ids that exist, by dataset. Ids are file names, so a file that cannot be read still counts:
 * one broken file does not make every link to it a problem, too.
 */
export type KnownIds = Readonly<Record<string, ReadonlySet<string>>>;

/** The ids in a member that links; none without the record or the member. */
export const linkedIds = (record: DatasetRecord | undefined, member: string): readonly string[] =>
  (record as Readonly<Record<string, readonly string[] | undefined>> | undefined)?.[member] ?? [];

const checkMember = (record: DatasetRecord, dataset: string, link: RecordLink, known: KnownIds): LinkProblem[] => {
  const ids = linkedIds(record, link.member);
  return ids.flatMap((id, at): LinkProblem[] => {
    const problem = (message: string): LinkProblem[] => [{ dataset, id: record.id, path: [link.member, at], message }];
    if (ids.indexOf(id) < at) return problem(`"${id}" is already in the list; expected each id once`);
    if (dataset === link.target && record.id === id)
      return problem('names the record itself; expected a different one');
    if (!known[link.target]?.has(id))
      return problem(`there is no record "${id}" in ${link.target}; expected the id of one`);
    return [];
  });
};

type RecordsById = ReadonlyMap<string, DatasetRecord>;

const checkInverse = (record: DatasetRecord, dataset: string, link: RecordLink, targets: RecordsById): LinkProblem[] =>
  linkedIds(record, link.member).flatMap((id, at): LinkProblem[] => {
    const other = targets.get(id);
    return other === undefined || other === record || linkedIds(other, link.inverse!).includes(record.id)
      ? []
      : [
          {
            dataset,
            id: record.id,
            path: [link.member, at],
            message: `"${id}" does not name this record; expected ${link.inverse}: ${record.id} there`,
          },
        ];
  });

/** Whether following a member from record to record leads from one record to the other, or back to itself. */
export const leadsTo = (from: string, to: string, member: string, records: RecordsById): boolean => {
  const seen = new Set<string>();
  const ahead = [...linkedIds(records.get(from), member)];
  for (let next = ahead.pop(); next !== undefined; next = ahead.pop()) {
    if (next === to) return true;
    if (!seen.has(next)) ahead.push(...linkedIds(records.get(next), member));
    seen.add(next);
  }
  return false;
};

const checkChain = (dataset: string, { member, chain }: RecordLink, records: RecordsById): LinkProblem[] =>
  [...records.values()]
    .filter(
      (record) => !linkedIds(record, member).includes(record.id) && leadsTo(record.id, record.id, member, records),
    )
    .map(({ id }) => ({
      dataset,
      id,
      path: [member],
      message: `following ${chain} leads back to this record; expected a chain with an end`,
    }));

/**
 * Every declared link that does not resolve, is one-sided, is given twice, or is part of a cycle.
 * @param records the readable records of each dataset, by its id.
 * @param from the records whose links are checked, if not those: of these, no chain is followed.
 */
export const checkLinks = (
  datasets: readonly Linking[],
  records: Readonly<Record<string, readonly DatasetRecord[]>>,
  known: KnownIds,
  from?: Readonly<Record<string, readonly DatasetRecord[]>>,
): LinkProblem[] => {
  const byId = new Map(Object.entries(records).map(([id, all]) => [id, new Map(all.map((one) => [one.id, one]))]));
  return datasets.flatMap(({ id, links }) => [
    ...((from ?? records)[id] ?? []).flatMap((record) =>
      links.flatMap((link) => [
        ...checkMember(record, id, link, known),
        ...(link.inverse === undefined ? [] : checkInverse(record, id, link, byId.get(link.target) ?? new Map())),
      ]),
    ),
    ...links.flatMap((link) =>
      link.chain === undefined || from !== undefined ? [] : checkChain(id, link, byId.get(id)!),
    ),
  ]);
};
