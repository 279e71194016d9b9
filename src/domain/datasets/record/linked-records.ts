import type { Dataset } from './dataset.ts';
import { linkedIds } from './links.ts';
import type { DatasetRecord } from './record.ts';

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
