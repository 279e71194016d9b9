import type { z } from 'zod';

/** The text of a prebuilt document: indented, with a final newline. Equal values have equal text. */
export const documentText = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

/**
 * The text of a document, after its own schema has accepted it.
 * @throws Error that names every member that the schema does not accept.
 */
export const checkedText = (
  { summary, schema }: { readonly summary: string; readonly schema: z.ZodType },
  value: unknown,
): string => {
  const checked = schema.safeParse(value);
  if (!checked.success) {
    const problems = checked.error.issues.map((issue) => `  ${issue.path.join('.') || '(document)'}: ${issue.message}`);
    throw new Error(`${summary}: the document does not satisfy its own schema:\n${problems.join('\n')}`);
  }
  return documentText(value);
};
