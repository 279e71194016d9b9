import { z } from 'zod';

/** The schema of one count. */
export const Count = z.int().min(0);

/** The schema of a count under each of the names, every one always present. */
export const countsUnder = <Name extends string>(names: readonly Name[]) =>
  z.object(Object.fromEntries(names.map((name) => [name, Count])) as Record<Name, typeof Count>);
