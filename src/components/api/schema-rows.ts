import { isJsonObject } from '../../domain/json/json-object.ts';
import { withCommas } from '../../domain/vocabulary/words.ts';
import type { JsonSchema } from '../../http/json-schemas.ts';

/** One member of a schema, flattened for a table. */
export interface SchemaRow {
  /** The path of the member, for instance `identity[].method`. */
  readonly path: string;
  readonly required: boolean;
  /** Its type in words, for instance `text` or `list of text`. */
  readonly type: string;
  /** The published schema that it refers to. */
  readonly reference?: string;
  /** Its bounds, each in words. */
  readonly bounds: readonly string[];
  readonly description: string;
}

const COMPONENT = '#/components/schemas/';
/** A longer pattern tells a reader nothing. */
const PATTERN_LENGTH_MAX = 50;

const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const objectOf = (value: unknown): JsonSchema | undefined => (isJsonObject(value) ? value : undefined);

/** The identifier of the published schema that a schema refers to. */
export const referenceOf = (schema: JsonSchema | undefined): string | undefined => {
  const reference = text(schema?.['$ref']);
  return reference.startsWith(COMPONENT) ? reference.slice(COMPONENT.length) : undefined;
};

const alternatives = (schema: JsonSchema): JsonSchema[] =>
  [...list(schema['anyOf']), ...list(schema['oneOf'])].map(objectOf).filter((each) => each !== undefined);

const typeOf = (schema: JsonSchema): string => {
  const reference = referenceOf(schema);
  if (reference !== undefined) return reference;
  if ('const' in schema) return JSON.stringify(schema['const']);
  const options = alternatives(schema);
  if (options.length > 0) return [...new Set(options.map(typeOf))].join(' or ');
  const items = objectOf(schema['items']);
  if (schema['type'] === 'array') return items ? `list of ${typeOf(items)}` : 'list';
  if (Array.isArray(schema['type'])) return schema['type'].join(' or ');
  return text(schema['type']) || 'any value';
};

/** Whether the description explains every value of an enumeration, so that a list of them adds nothing. */
const explained = (values: readonly unknown[], description: string): boolean =>
  values.every((value) => description.includes(`\`${String(value)}\``));

const boundsOf = (schema: JsonSchema): string[] => {
  const between = (low: unknown, high: unknown, unit: string): string[] => {
    const least = typeof low === 'number' ? withCommas(low) : undefined;
    const most = typeof high === 'number' && high < Number.MAX_SAFE_INTEGER ? withCommas(high) : undefined;
    if (least !== undefined && most !== undefined)
      return [least === most ? `${least} ${unit}` : `${least} to ${most} ${unit}`];
    if (least !== undefined) return [`at least ${least} ${unit}`];
    return most === undefined ? [] : [`at most ${most} ${unit}`];
  };
  const values = list(schema['enum']);
  const pattern = text(schema['pattern']);
  const format = text(schema['format']);
  return [
    ...(values.length > 0 && !explained(values, text(schema['description']))
      ? [`one of ${values.map((value) => `\`${String(value)}\``).join(', ')}`]
      : []),
    ...between(schema['minLength'], schema['maxLength'], 'characters'),
    ...between(schema['minItems'], schema['maxItems'], 'entries'),
    ...between(schema['minimum'], schema['maximum'], '').map((bound) => bound.trim()),
    ...('default' in schema ? [`\`${JSON.stringify(schema['default'])}\` when absent`] : []),
    ...(format && !pattern ? [format] : []),
    ...(pattern && pattern.length <= PATTERN_LENGTH_MAX && !format ? [`matches \`${pattern}\``] : []),
  ];
};

const isRequired = (schema: JsonSchema, name: string): boolean => list(schema['required']).includes(name);

const membersOf = (schema: JsonSchema, prefix: string): SchemaRow[] => {
  const properties = objectOf(schema['properties']) ?? {};
  return Object.entries(properties).flatMap(([name, value]) => {
    const member = objectOf(value) ?? {};
    const items = objectOf(member['items']);
    const inner = items ?? member;
    const reference = referenceOf(inner);
    const path = `${prefix}${name}${items ? '[]' : ''}`;
    const innerDescription = items && !member['description'] ? text(items['description']) : '';
    return [
      {
        path,
        required: isRequired(schema, name),
        type: typeOf(member),
        ...(reference === undefined ? {} : { reference }),
        bounds: [...boundsOf(member), ...(items && !objectOf(items['properties']) ? boundsOf(items) : [])],
        description: text(member['description']) || innerDescription,
      },
      ...(reference === undefined ? membersOf(inner, `${path}.`) : []),
      ...alternatives(inner).flatMap((option) =>
        referenceOf(option) === undefined ? membersOf(option, `${path}.`) : [],
      ),
    ];
  });
};

/** Every member of a JSON Schema object, members of members included, in their order. */
export const schemaRows = (schema: JsonSchema): SchemaRow[] => {
  const own = membersOf(schema, '');
  const paths = new Set(own.map(({ path }) => path));
  // An alternative may only say which of the members is required in it.
  const others = alternatives(schema).flatMap((option) => membersOf(option, ''));
  return [...own, ...others.filter(({ path }) => !paths.has(path))];
};
