import { z } from 'zod';
import { expectation } from '../domain/vocabulary/input-problems.ts';

/** A member of a record, as a person is asked for it. */
export interface RecordMember {
  readonly name: string;
  readonly optional: boolean;
  readonly schema: z.ZodType;
}

/** A group of members that has several shapes, told apart by one member. */
export interface Variants {
  readonly kind: 'variants';
  readonly discriminator: string;
  /** The schema of each shape, by the value of that member. */
  readonly variants: ReadonlyMap<string, z.ZodType>;
}

/** The kind of answer that a schema accepts. */
export type MemberKind =
  | { readonly kind: 'group'; readonly members: readonly RecordMember[] }
  | { readonly kind: 'list'; readonly entry: z.ZodType; readonly atLeast: number }
  | { readonly kind: 'choice'; readonly values: readonly string[] }
  | Variants
  | { readonly kind: 'fixed'; readonly value: unknown }
  | { readonly kind: 'value' };

const inner = (schema: z.ZodType): z.ZodType =>
  schema instanceof z.ZodOptional ? inner(schema.unwrap() as z.ZodType) : schema;

/** The description of a schema, without the explanations of single values. */
export const describe = (schema: z.ZodType): string =>
  (schema.meta()?.description ?? inner(schema).meta()?.description ?? '').replace(/ `[^`]+`: .*$/s, '');

/** The kind of answer that a schema accepts, with its members, entries or values. */
export const memberKind = (schema: z.ZodType): MemberKind => {
  const plain = inner(schema);
  if (plain instanceof z.ZodObject) {
    const members = Object.entries(plain.shape as Record<string, z.ZodType>).map(([name, member]) => ({
      name,
      optional: member instanceof z.ZodOptional,
      schema: inner(member),
    }));
    return { kind: 'group', members };
  }
  if (plain instanceof z.ZodArray) {
    const entry = plain.element as z.ZodType;
    return { kind: 'list', entry, atLeast: plain.safeParse([]).success ? 0 : 1 };
  }
  if (plain instanceof z.ZodLiteral) return { kind: 'fixed', value: plain.value };
  if (plain instanceof z.ZodDiscriminatedUnion) {
    const discriminator = plain.def.discriminator;
    const shapes = plain.options as z.ZodObject[];
    const valueOf = (shape: z.ZodObject) => String((shape.shape[discriminator] as z.ZodLiteral).value);
    return { kind: 'variants', discriminator, variants: new Map(shapes.map((shape) => [valueOf(shape), shape])) };
  }
  if (plain instanceof z.ZodEnum) return { kind: 'choice', values: plain.options.map(String) };
  return { kind: 'value' };
};

/** The value of a typed answer under a schema, or what is wrong with it. */
export const parseAnswer = (schema: z.ZodType, answer: string): { value: unknown } | { problem: string } => {
  const plain = inner(schema);
  const value: unknown =
    plain instanceof z.ZodNumber
      ? /^-?\d+$/.test(answer)
        ? Number(answer)
        : answer
      : plain instanceof z.ZodBoolean
        ? ({ yes: true, true: true, no: false, false: false }[answer.toLowerCase()] ?? answer)
        : answer;
  const result = plain.safeParse(value);
  if (result.success) return { value: result.data };
  return { problem: expectation(result.error.issues[0]!) };
};
