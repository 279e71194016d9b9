import { isDeepStrictEqual } from 'node:util';

/** A JSON Schema 2020-12 object. */
export type Schema = Readonly<Record<string, unknown>>;

/** Schemas by identifier, in which references between schemas are looked up. */
export type Schemas = ReadonlyMap<string, Schema>;

/** Whether documents under a schema are sent by clients, answered to them, or both. */
export type Use = 'sent' | 'answered' | 'both';

interface Comparison {
  readonly before: Schemas;
  readonly after: Schemas;
  readonly use: Use;
}

const annotations = new Set([
  '$id',
  '$schema',
  '$comment',
  '$defs',
  'title',
  'description',
  'examples',
  'default',
  'deprecated',
  'readOnly',
  'writeOnly',
]);
const least = ['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minProperties', 'minContains'];
const most = ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties', 'maxContains'];
const textual = ['pattern', 'format', 'contentEncoding', 'contentMediaType', 'multipleOf', 'uniqueItems'];
const judged = new Set([
  ...annotations,
  ...least,
  ...most,
  ...textual,
  '$ref',
  'type',
  'enum',
  'const',
  'properties',
  'required',
  'items',
  'prefixItems',
  'additionalProperties',
  'propertyNames',
  'anyOf',
  'oneOf',
]);

const asSchema = (value: unknown): Schema =>
  value === false ? { not: {} } : typeof value === 'object' ? (value as Schema) : {};
const listOf = (value: unknown): readonly unknown[] =>
  value === undefined ? [] : Array.isArray(value) ? value : [value];
const nameOf = (reference: unknown): string | undefined => /([^/]+?)(\.json)?$/.exec(String(reference ?? ''))?.[1];

const resolved = (schema: Schema, schemas: Schemas): Schema => {
  if (schema['$ref'] === undefined) return schema;
  const found = schemas.get(nameOf(schema['$ref'])!);
  if (!found) throw new Error(`${String(schema['$ref'])} is no known schema`);
  return found;
};

const valuesOf = (schema: Schema): readonly unknown[] | undefined =>
  'const' in schema ? [schema['const']] : (schema['enum'] as readonly unknown[] | undefined);

const compareValues = (before: Schema, after: Schema): string[] => {
  const had = valuesOf(before);
  const has = valuesOf(after);
  if (has === undefined) return [];
  if (had === undefined) return ['takes only certain values, and took any'];
  return had
    .filter((value) => !has.some((other) => isDeepStrictEqual(value, other)))
    .map((value) => `the value ${JSON.stringify(value)} is gone`);
};

const compareBounds = (before: Schema, after: Schema): string[] => [
  ...least.flatMap((keyword) => {
    const [had, has] = [before[keyword], after[keyword]] as (number | undefined)[];
    return has !== undefined && (had === undefined || has > had)
      ? [`${keyword} is ${has} and was ${had ?? 'not set'}`]
      : [];
  }),
  ...most.flatMap((keyword) => {
    const [had, has] = [before[keyword], after[keyword]] as (number | undefined)[];
    return has !== undefined && (had === undefined || has < had)
      ? [`${keyword} is ${has} and was ${had ?? 'not set'}`]
      : [];
  }),
  ...textual.flatMap((keyword) =>
    after[keyword] !== undefined && after[keyword] !== false && !isDeepStrictEqual(before[keyword], after[keyword])
      ? [`${keyword} is ${JSON.stringify(after[keyword])} and was ${JSON.stringify(before[keyword]) ?? 'not set'}`]
      : [],
  ),
];

const compareMembers = (before: Schema, after: Schema, at: string, comparison: Comparison): string[] => {
  const [had, has] = [before, after].map((schema) => (schema['properties'] ?? {}) as Record<string, unknown>) as [
    Record<string, unknown>,
    Record<string, unknown>,
  ];
  const [demanded, demands] = [before, after].map((schema) => new Set(listOf(schema['required']) as string[])) as [
    Set<string>,
    Set<string>,
  ];
  return [
    ...Object.keys(had).flatMap((name) =>
      Object.hasOwn(has, name)
        ? compareAt(asSchema(had[name]), asSchema(has[name]), `${at}/${name}`, comparison)
        : [`${at}/${name}: the member is gone`],
    ),
    ...(comparison.use === 'answered'
      ? []
      : [...demands]
          .filter((name) => !demanded.has(name))
          .map((name) => `${at}/${name}: the member is demanded, and was not`)),
    ...(comparison.use === 'sent'
      ? []
      : [...demanded]
          .filter((name) => !demands.has(name) && (Object.hasOwn(has, name) || !Object.hasOwn(had, name)))
          .map((name) => `${at}/${name}: the member may be absent, and was always there`)),
  ];
};

const compareInner = (keyword: string, before: Schema, after: Schema, at: string, comparison: Comparison): string[] => {
  const [had, has] = [before[keyword], after[keyword]];
  if (has === undefined || has === true || had === false) return [];
  if (had === undefined || had === true) return [`${at}: ${keyword} is set, and anything was allowed`];
  return compareAt(asSchema(had), asSchema(has), `${at}/*`, comparison);
};

const compareAlternatives = (before: Schema, after: Schema, at: string, comparison: Comparison): string[] =>
  ['anyOf', 'oneOf'].flatMap((keyword) => {
    const [had, has] = [before[keyword], after[keyword]] as (readonly unknown[] | undefined)[];
    if (had === undefined && has === undefined) return [];
    if (had === undefined || has === undefined) return [`${at}: the type is another one (${keyword})`];
    return had
      .filter((one) => !has.some((other) => compareAt(asSchema(one), asSchema(other), at, comparison).length === 0))
      .map((one) => `${at}: an alternative is gone: ${JSON.stringify(one).slice(0, 120)}`);
  });

const compareAt = (first: Schema, second: Schema, at: string, comparison: Comparison): string[] => {
  const isSameReference = first['$ref'] !== undefined && nameOf(first['$ref']) === nameOf(second['$ref']);
  if (isSameReference) return [];
  const before = resolved(first, comparison.before);
  const after = resolved(second, comparison.after);
  const had = new Set(listOf(before['type']));
  const has = new Set(listOf(after['type']));
  if (!isDeepStrictEqual(had, has)) {
    return [`${at}: the type is ${[...has].join(' or ') || 'any'} and was ${[...had].join(' or ') || 'any'}`];
  }
  const unknown = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (keyword) => !judged.has(keyword) && !isDeepStrictEqual(before[keyword], after[keyword]),
  );
  const prefixes = listOf(before['prefixItems']).map((_, index) => index);
  return [
    ...[...compareValues(before, after), ...compareBounds(before, after)].map((change) => `${at}: ${change}`),
    ...compareMembers(before, after, at, comparison),
    ...['items', 'additionalProperties', 'propertyNames'].flatMap((keyword) =>
      compareInner(keyword, before, after, at, comparison),
    ),
    ...(listOf(before['prefixItems']).length === listOf(after['prefixItems']).length
      ? prefixes.flatMap((index) =>
          compareAt(
            asSchema(listOf(before['prefixItems'])[index]),
            asSchema(listOf(after['prefixItems'])[index]),
            `${at}/${index}`,
            comparison,
          ),
        )
      : [`${at}: the list has another number of places`]),
    ...compareAlternatives(before, after, at, comparison),
    ...unknown.map((keyword) => `${at}: ${keyword} differs, which this comparison cannot judge`),
  ];
};

/**
 * What is breaking between two states of the schemas (SPEC.md §2.16): a schema or member
 * that is gone, renamed or retyped, a value that is gone, a bound that is tightened; also a member that
 * is newly demanded of clients, or no longer always answered to them. Additions are not breaking. One
 * line each, as `schema/member: what is broken`.
 */
export const breakingChanges = (before: Schemas, after: Schemas, useOf: (id: string) => Use): string[] =>
  [...before].flatMap(([id, schema]) => {
    const now = after.get(id);
    return now === undefined
      ? [`${id}: the schema is gone`]
      : compareAt(schema, now, id, { before, after, use: useOf(id) });
  });
