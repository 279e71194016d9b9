import type { z } from 'zod';

/** The text of a prebuilt document: indented, with a final newline. Equal values have equal text. */
export const documentText = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

/**
 * The result of {@link documentText} for an object whose last member is a list, in pieces, so that a long list
 * never becomes one string.
 * @param name the last member.
 */
export function* listDocumentPieces<Name extends string>(
  document: Readonly<Record<Name, readonly unknown[]>>,
  name: Name,
): Generator<string> {
  const whole = documentText({ ...document, [name]: [] });
  const end = whole.lastIndexOf(']');
  yield whole.slice(0, end);
  let before = '\n    ';
  for (const element of document[name]) {
    yield before + JSON.stringify(element, null, 2).replaceAll('\n', '\n    ');
    before = ',\n    ';
  }
  yield (document[name].length === 0 ? '' : '\n  ') + whole.slice(end);
}

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
