import { isJsonObject } from '../../domain/json/pointer.ts';
import type { JsonSchema } from '../../http/json-schemas.ts';

/** A member of a JSON Schema object, as a page shows it. */
export interface SchemaMember {
  readonly name: string;
  readonly required: boolean;
  /** For instance `string`, `list of string`, or the identifier of a published schema. */
  readonly type: string;
  /** The published schema that it refers to. */
  readonly reference: string | undefined;
  /** Its bounds as the schema has them, for instance `maxLength: 4000`. */
  readonly bounds: readonly string[];
  readonly description: string;
  readonly schema: JsonSchema;
}

const COMPONENT = '#/components/schemas/';
const BOUNDS = [
  ...['enum', 'minLength', 'maxLength', 'minItems', 'maxItems', 'minimum', 'maximum'],
  ...['default', 'format', 'pattern'],
] as const;
/** A longer pattern tells a reader nothing. */
const PATTERN_LENGTH_MAX = 50;

const schemasIn = (...values: readonly unknown[]): JsonSchema[] => values.flat().filter(isJsonObject);

/** The identifier of the published schema that a schema refers to. */
export const referenceOf = (schema: JsonSchema | undefined): string | undefined => {
  const reference = schema?.['$ref'];
  return typeof reference === 'string' ? reference.slice(COMPONENT.length) : undefined;
};

/** The schema with its alternatives, the schema of its items and that of members of any name. */
const partsOf = (schema: JsonSchema): JsonSchema[] => [
  schema,
  ...schemasIn(schema['items'], schema['additionalProperties'], schema['anyOf'], schema['oneOf']).flatMap(partsOf),
];

const typeOf = (schema: JsonSchema): string => {
  const reference = referenceOf(schema);
  if (reference !== undefined) return reference;
  if ('const' in schema) return JSON.stringify(schema['const']);
  const options = schemasIn(schema['anyOf'], schema['oneOf']);
  if (options.length > 0) return [...new Set(options.map(typeOf))].join(' or ');
  const [items] = schemasIn(schema['items']);
  if (schema['type'] === 'array') return items ? `list of ${typeOf(items)}` : 'list';
  return [schema['type'] ?? 'any value'].flat().map(String).join(' or ');
};

const boundsOf = (schema: JsonSchema): string[] =>
  BOUNDS.filter((keyword) => keyword in schema).flatMap((keyword) => {
    const value = schema[keyword];
    const text = Array.isArray(value) ? value.join(', ') : String(value);
    if (keyword === 'pattern' && (text.length > PATTERN_LENGTH_MAX || 'format' in schema)) return [];
    return Math.abs(Number(value)) === Number.MAX_SAFE_INTEGER ? [] : [`${keyword}: ${text}`];
  });

/** The members of a schema, of the items of a list and of each alternative, in their order and each name once. */
export const membersOf = (schema: JsonSchema): SchemaMember[] => {
  const found = partsOf(schema).flatMap((part) =>
    Object.entries((part['properties'] ?? {}) as Record<string, JsonSchema>).map(([name, member]): SchemaMember => {
      const parts = partsOf(member);
      return {
        name,
        required: [part['required']].flat().includes(name),
        type: typeOf(member),
        reference: parts.map(referenceOf).find((reference) => reference !== undefined),
        bounds: [...new Set(parts.flatMap(boundsOf))],
        description: parts.map(({ description }) => description).find((text) => typeof text === 'string') ?? '',
        schema: member,
      };
    }),
  );
  return [...new Map(found.toReversed().map((member) => [member.name, member])).values()].toReversed();
};
