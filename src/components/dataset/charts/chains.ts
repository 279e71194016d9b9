import type { PartialDate } from '../../../domain/vocabulary/timestamp.ts';
import { type Period, periodOf } from './periods.ts';

interface Replaceable {
  readonly id: string;
  readonly decided_on?: PartialDate | undefined;
  readonly supersedes?: readonly string[] | undefined;
}

const startOf = (date: PartialDate | undefined): number => (date === undefined ? Infinity : periodOf(date).from);

/** Oldest first, undated last, then by id. */
const byStart = (a: Replaceable, b: Replaceable): number => {
  const [first, second] = [startOf(a.decided_on), startOf(b.decided_on)];
  return first === second ? (a.id < b.id ? -1 : 1) : first - second;
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

/** How long a decision stood. */
interface Stand extends Period {
  /** Place in the chain, from 1. */
  readonly number: number;
  /** Whether it was replaced. */
  readonly replaced: boolean;
}

/**
 * The period in which each decision of a chain stood: until the first one that replaced it, or until the
 * given day. A decision without a date has no period.
 */
export const buildStands = (chain: readonly Replaceable[], until: number): Stand[] =>
  chain.flatMap(({ id, decided_on: decided }, at) => {
    const from = startOf(decided);
    const ends = chain
      .filter(({ supersedes }) => supersedes?.includes(id))
      .map(({ decided_on }) => startOf(decided_on));
    const to = Math.min(until, ...ends.filter((end) => end >= from));
    return from === Infinity ? [] : [{ number: at + 1, replaced: ends.length > 0, from, to: Math.max(from, to) }];
  });
