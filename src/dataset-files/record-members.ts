import { z } from 'zod';

/** One member of a record, as somebody who is asked for it sees it. */
export interface RecordMember {
  readonly name: string;
  readonly optional: boolean;
  readonly schema: z.ZodType;
}

/** What kind of answer a schema takes. */
export type MemberKind =
  | { readonly kind: 'group'; readonly members: readonly RecordMember[] }
  | { readonly kind: 'list'; readonly entry: z.ZodType; readonly atLeast: number }
  | { readonly kind: 'choice'; readonly values: readonly string[] }
  | { readonly kind: 'value' };

const inner = (schema: z.ZodType): z.ZodType =>
  schema instanceof z.ZodOptional ? inner(schema.unwrap() as z.ZodType) : schema;

/** The description that a schema carries, without the explanation of its single values. */
export const describe = (schema: z.ZodType): string =>
  (schema.meta()?.description ?? inner(schema).meta()?.description ?? '').replace(/ `[^`]+`: .*$/s, '');

/** How a schema is asked for. The schemas of the records are the only description of their members. */
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
  if (plain instanceof z.ZodEnum) return { kind: 'choice', values: plain.options.map(String) };
  return { kind: 'value' };
};

/** The schema of the member at a path; undefined where the record has none. */
export const findSchemaAt = (schema: z.ZodType, path: readonly PropertyKey[]): z.ZodType | undefined => {
  const [first, ...rest] = path;
  if (first === undefined) return inner(schema);
  const field = memberKind(schema);
  if (field.kind === 'list') return findSchemaAt(field.entry, rest);
  const member = field.kind === 'group' ? field.members.find(({ name }) => name === first) : undefined;
  return member && findSchemaAt(member.schema, rest);
};

/** The value that a typed answer stands for under a schema, and what is wrong with it. */
export const parseAnswer = (schema: z.ZodType, answer: string): { value: unknown } | { problem: string } => {
  const plain = inner(schema);
  const candidates: unknown[] =
    plain instanceof z.ZodNumber
      ? [/^-?\d+$/.test(answer) ? Number(answer) : answer]
      : plain instanceof z.ZodBoolean
        ? [{ yes: true, true: true, no: false, false: false }[answer.toLowerCase()] ?? answer]
        : [answer];
  const result = plain.safeParse(candidates[0]);
  if (result.success) return { value: result.data };
  const [issue] = result.error.issues;
  const expected =
    issue?.code === 'invalid_value'
      ? `expected one of ${issue.values.map(String).join(', ')}`
      : issue?.code === 'invalid_format' && issue.format === 'date'
        ? 'expected a day, YYYY-MM-DD'
        : (issue?.message ?? 'expected another value');
  return { problem: expected };
};
