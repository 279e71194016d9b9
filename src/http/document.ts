import type { APIRoute } from 'astro';
import type { z } from 'zod';
import { fileHeaders } from './response-headers.ts';

/** A document that is built ahead and served as fixed bytes. */
export interface PrebuiltDocument {
  /** Name of the operation for client generators, in camelCase. */
  readonly id: string;
  readonly tag: string;
  readonly summary: string;
  /** The schema that the document must satisfy; the build stops when it does not. */
  readonly schema: z.ZodType;
}

/** An Astro endpoint that is prerendered, with what it declares. */
export interface DocumentRoute extends APIRoute {
  readonly document: PrebuiltDocument;
}

/** The text of a document that is built ahead: indented, with a final newline. Equal values have equal text. */
export const documentText = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

/**
 * Declares a document and how it is built. The value is checked against the schema before a byte is
 * written, and served as it was built, members in the order of the builder.
 * @throws Error at build, naming every member that the schema refuses.
 */
export const document = (
  declared: PrebuiltDocument,
  build: (params: Readonly<Record<string, string | undefined>>) => unknown,
): DocumentRoute => {
  const GET: APIRoute = ({ params, url }) => {
    const value = build(params);
    const checked = declared.schema.safeParse(value);
    if (!checked.success) {
      const problems = checked.error.issues.map((issue) => `  ${issue.path.join('.') || '(document)'}: ${issue.message}`);
      throw new Error(`${declared.summary}: the document does not satisfy its own schema:\n${problems.join('\n')}`);
    }
    return new Response(documentText(value), { headers: fileHeaders(url.pathname) });
  };
  return Object.assign(GET, { document: declared });
};
