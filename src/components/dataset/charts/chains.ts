import type { PartialDate } from '../../../domain/vocabulary/timestamp.ts';

interface Replaceable {
  readonly id: string;
  readonly decided_on?: PartialDate | undefined;
  readonly supersedes?: readonly string[] | undefined;
}

/** Oldest first, undated last, then by id. */
const byStart = (a: Replaceable, b: Replaceable): number => {
  const [first, second] = [a, b].map(({ id, decided_on = '~' }) => `${decided_on} ${id}`);
  return first! < second! ? -1 : 1;
};

/**
 * Records that replaced one another, in chains: the longest chain first, the oldest record first in each.
 * A record that replaced nothing and was not replaced is in none.
 */
export const buildChains = <R extends Replaceable>(records: readonly R[]): R[][] => {
  const parent = new Map(records.map(({ id }) => [id, id]));
  const rootOf = (id: string): string => {
    let root = id;
    while (parent.get(root) !== root) root = parent.get(root)!;
    return root;
  };
  for (const { id, supersedes = [] } of records) {
    for (const older of supersedes) if (parent.has(older)) parent.set(rootOf(older), rootOf(id));
  }
  return [...Map.groupBy(records, ({ id }) => rootOf(id)).values()]
    .filter(({ length }) => length > 1)
    .map((chain) => chain.toSorted(byStart))
    .toSorted((a, b) => b.length - a.length || byStart(a[0]!, b[0]!));
};
