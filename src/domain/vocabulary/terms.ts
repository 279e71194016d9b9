import { z } from 'zod';

/** One value of a closed enumeration, with the texts that pages and documentation show for it. */
export interface Term {
  readonly label: string;
  readonly meaning: string;
}

type Terms = Readonly<Record<string, Term>>;

/** The values of a vocabulary in its own order. */
export const valuesOf = <T extends Terms>(terms: T) =>
  Object.keys(terms) as [keyof T & string, ...(keyof T & string)[]];

/** The schema of a closed enumeration; its description explains every value. */
export const enumOf = <T extends Terms>(terms: T, description: string) =>
  z.enum(valuesOf(terms)).meta({
    description: `${description} ${Object.entries(terms)
      .map(([value, { meaning }]) => `\`${value}\`: ${meaning}`)
      .join(' ')}`,
  });

/** The schema of a count for every value of a vocabulary, zeros included. */
export const countsOf = <T extends Terms>(terms: T, description: string) =>
  countsUnder(valuesOf(terms)).meta({ description });

/** How often each value of the vocabulary occurs, zeros included, in the order of the vocabulary. */
export const countBy = <T extends Terms>(terms: T, occurrences: Iterable<keyof T & string>) => {
  const counts = Object.fromEntries(valuesOf(terms).map((value) => [value, 0])) as Record<keyof T & string, number>;
  for (const value of occurrences) counts[value] += 1;
  return counts;
};

/** How often each value of the vocabulary occurs among the values that `pick` takes from each record. */
export const countPicked = <T extends Terms, R>(
  terms: T,
  records: readonly R[],
  pick: (record: R) => (keyof T & string) | readonly (keyof T & string)[],
) => countBy(terms, records.flatMap(pick));

/** The schema of one count. */
export const Count = z.int().min(0);

/** The schema of a count under each of the names, every one always present. */
export const countsUnder = <Name extends string>(names: readonly Name[]) =>
  z.object(Object.fromEntries(names.map((name) => [name, Count])) as Record<Name, typeof Count>);
