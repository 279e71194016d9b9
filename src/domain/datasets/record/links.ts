import type { RuleProblem } from '../../vocabulary/errors.ts';
import type { Dataset } from './dataset.ts';
import { type DatasetRecord, linkedIds, type RecordLink } from './record.ts';

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
 */
export const checkLinks = (
  datasets: readonly Linking[],
  records: Readonly<Record<string, readonly DatasetRecord[]>>,
  known: KnownIds,
): LinkProblem[] => {
  const byId = new Map(Object.entries(records).map(([id, all]) => [id, new Map(all.map((one) => [one.id, one]))]));
  return datasets.flatMap(({ id, links }) => [
    ...(records[id] ?? []).flatMap((record) =>
      links.flatMap((link) => [
        ...checkMember(record, id, link, known),
        ...(link.inverse === undefined ? [] : checkInverse(record, id, link, byId.get(link.target) ?? new Map())),
      ]),
    ),
    ...links.flatMap((link) => (link.chain === undefined ? [] : checkChain(id, link, byId.get(id)!))),
  ]);
};

/** The records to which one kind of link leads from a record, in either direction. */
export interface LinkedRecords {
  /** How they are related to the record, for people. */
  readonly label: string;
  /** Id of their dataset. */
  readonly dataset: string;
  /** At least one. */
  readonly records: readonly LinkedRecord[];
}

export interface LinkedRecord {
  readonly id: string;
  readonly name: string;
  /** The date of its subject, where its dataset has one. */
  readonly date?: string | undefined;
}

/**
 * The records that a record names, in its order, then those that name it, in the order of their dataset: by the links
 * that the datasets declare. A link without a label for its direction is left out.
 * @param entries the records of each dataset, by its id.
 */
export const listLinkedRecords = (
  datasets: readonly Dataset[],
  entries: Readonly<Record<string, readonly DatasetRecord[]>>,
  dataset: string,
  record: DatasetRecord,
): LinkedRecords[] => {
  const group = (label: string | undefined, id: string, records: readonly DatasetRecord[]): LinkedRecords[] => {
    const { nameOf, dateOf } = datasets.find((one) => one.id === id)!;
    const linked = records.map((one) => ({ id: one.id, name: nameOf(one), date: dateOf?.(one) }));
    return label === undefined || linked.length === 0 ? [] : [{ label, dataset: id, records: linked }];
  };
  const named = datasets
    .find(({ id }) => id === dataset)!
    .links.flatMap(({ member, target, label }) => {
      const ids = linkedIds(record, member);
      const found = ids.flatMap((id) => entries[target]!.find((one) => one.id === id) ?? []);
      return group(label, target, found);
    });
  const naming = datasets.flatMap(({ id, links }) =>
    links
      .filter(({ target, labelBack }) => target === dataset && labelBack !== undefined)
      .flatMap(({ member, labelBack }) =>
        group(
          labelBack,
          id,
          entries[id]!.filter((one) => linkedIds(one, member).includes(record.id)),
        ),
      ),
  );
  return [...named, ...naming];
};
