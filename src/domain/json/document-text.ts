import type { z } from 'zod';

/** The text of a prebuilt document: indented, with a final newline. Equal values have equal text. */
export const documentText = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

/**
 * The same text, of a document whose last member is its entries, in pieces: that of 10,000 records would be 180 MB as one string.
 */
export function* documentPieces({ entries, ...about }: { readonly entries: readonly object[] }): Generator<string> {
  const END = ']\n}\n';
  yield documentText({ ...about, entries: [] }).slice(0, -END.length);
  for (const [at, entry] of entries.entries())
    yield `${at === 0 ? '' : ','}\n    ${JSON.stringify(entry, null, 2).replaceAll('\n', '\n    ')}`;
  yield `\n  ${END}`;
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
