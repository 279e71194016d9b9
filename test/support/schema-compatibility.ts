import { isDeepStrictEqual } from 'node:util';

/** A JSON Schema 2020-12 object. */
export type Schema = Readonly<Record<string, unknown>>;

/** Schemas by identifier. */
export type Schemas = ReadonlyMap<string, Schema>;

const annotations = new Set([
  '$id',
  '$schema',
  '$comment',
  'title',
  'description',
  'examples',
  'default',
  'deprecated',
]);

const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** Names that have to be sent or answered from now on, where they could be left out before. */
const demanded = (before: Schema, after: Schema): string[] => {
  const [was, is] = [before, after].map(({ required }) => listOf(required) as string[]) as [string[], string[]];
  const known = isSchema(before['properties']) ? before['properties'] : {};
  const isClosed = before['additionalProperties'] === false;
  return is.filter((name) => !was.includes(name) && (isClosed || name in known));
};

/**
 * The places where a schema may break a client of the earlier one (SPEC.md §2.16): whatever differs, but for descriptions, new
 * members, new values and new alternatives.
 */
export const breakingPlaces = (before: unknown, after: unknown, place: string): string[] => {
  if (!isSchema(before) || !isSchema(after)) return isDeepStrictEqual(before, after) ? [] : [place];
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter((name) => !annotations.has(name));
  return names.flatMap((name): string[] => {
    const [was, is] = [before[name], after[name]];
    const here = `${place}/${name}`;
    if (name === 'required') {
      const freed = listOf(was).filter((one) => !listOf(is).includes(one));
      return [...freed, ...demanded(before, after)].map((one) => `${here}/${String(one)}`);
    }
    if (name === 'properties' || name === '$defs') {
      return Object.entries(was ?? {}).flatMap(([member, schema]) =>
        breakingPlaces(schema, (is as Schema | undefined)?.[member], `${here}/${member}`),
      );
    }
    if (name === 'enum' || name === 'anyOf' || name === 'oneOf') {
      const lost = listOf(was).filter((one) => listOf(is).every((other) => breakingPlaces(one, other, '').length > 0));
      return was === undefined || lost.length > 0 ? [here] : [];
    }
    return breakingPlaces(was, is, here);
  });
};

/** The same for all schemas that were kept; one that is gone breaks everything. */
export const breakingChanges = (kept: Schemas, built: Schemas): string[] =>
  [...kept].flatMap(([id, schema]) => breakingPlaces(schema, built.get(id), id));
