import type { z } from 'zod';

/** The text of a prebuilt document: indented, with a final newline. Equal values have equal text. */
export const documentText = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

/**
 * The result of {@link documentText} for an object with a list as one more member at its end, in pieces, so that a long list
 * never becomes one string.
 */
export function* listDocumentPieces(about: object, name: string, elements: Iterable<unknown>): Generator<string> {
  const whole = documentText({ ...about, [name]: [] });
  const end = whole.lastIndexOf(']');
  yield whole.slice(0, end);
  // Printed inside a list of its own, an element has its indentation already.
  const before = `{\n  ${JSON.stringify(name)}: [`.length;
  const after = '\n  ]\n}'.length;
  let comma = '';
  for (const element of elements) {
    yield comma + JSON.stringify({ [name]: [element] }, null, 2).slice(before, -after);
    comma = ',';
  }
  yield (comma === '' ? '' : '\n  ') + whole.slice(end);
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
