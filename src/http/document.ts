import type { APIRoute } from 'astro';
import type { z } from 'zod';
import { fileHeaders } from './response-headers.ts';

/** A document that is built ahead and served as fixed bytes. */
export interface PrebuiltDocument {
  /** Name of the operation for client generators, in camelCase. */
  readonly id: string;
  readonly tag: string;
  readonly summary: string;
  readonly description?: string;
  /** The schema that the document must satisfy; the build stops when it does not. */
  readonly schema: z.ZodType;
}

/** A document of an address with parameters, and their values. */
export interface DocumentInstance extends PrebuiltDocument {
  readonly params: Readonly<Record<string, string>>;
}

/** An Astro endpoint that is prerendered, with what it declares. */
export interface DocumentRoute extends APIRoute {
  readonly documents: readonly DocumentInstance[];
}

/** The text of a document that is built ahead: indented, with a final newline. Equal values have equal text. */
export const documentText = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

/**
 * The text of a document, after its own schema has accepted it.
 * @throws Error that names every member that the schema refuses.
 */
export const checkedText = (declared: PrebuiltDocument, value: unknown): string => {
  const checked = declared.schema.safeParse(value);
  if (!checked.success) {
    const problems = checked.error.issues.map((issue) => `  ${issue.path.join('.') || '(document)'}: ${issue.message}`);
    throw new Error(`${declared.summary}: the document does not satisfy its own schema:\n${problems.join('\n')}`);
  }
  return documentText(value);
};

/**
 * Declares a document and how it is built. The value is checked against the schema before a byte is
 * written; a value that the schema refuses stops the build.
 */
export const document = (declared: PrebuiltDocument, build: () => unknown): DocumentRoute => {
  const GET: APIRoute = async ({ url }) =>
    new Response(checkedText(declared, await build()), { headers: fileHeaders(url.pathname) });
  return Object.assign(GET, { documents: [{ ...declared, params: {} }] });
};

/**
 * Declares one document for each instance of an address with parameters, for instance
 * `[dataset].json.ts`. Checked like a single {@link document}.
 */
export const documentSet = <Instance extends DocumentInstance>(
  instances: readonly Instance[],
  build: (instance: Instance) => unknown,
): { GET: DocumentRoute; getStaticPaths: () => { params: Record<string, string> }[] } => {
  const GET: APIRoute = async ({ params, url }) => {
    const instance = instances.find((one) => Object.entries(one.params).every(([name, value]) => params[name] === value));
    if (!instance) throw new Error(`${url.pathname} is not one of the declared documents`);
    return new Response(checkedText(instance, await build(instance)), { headers: fileHeaders(url.pathname) });
  };
  return {
    GET: Object.assign(GET, { documents: instances }),
    getStaticPaths: () => instances.map(({ params }) => ({ params: { ...params } })),
  };
};
