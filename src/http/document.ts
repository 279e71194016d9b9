import type { APIRoute } from 'astro';
import type { z } from 'zod';
import { checkedText } from '../domain/json/document-text.ts';
import { fileHeaders } from './file-headers.ts';
import type { Parameter } from './operation.ts';
import type { OperationTag } from './operation-tags.ts';

/** A prebuilt document, served as fixed bytes. */
export interface PrebuiltDocument {
  /** Name of the operation for client generators, in camelCase. */
  readonly id: string;
  readonly tag: OperationTag;
  readonly summary: string;
  readonly description?: string;
  /** The schema that the document must satisfy; the build stops when it does not. */
  readonly schema: z.ZodType;
  /** Its media type, or those of its files; by default `application/json`. */
  readonly mediaType?: string | readonly string[];
}

/** A document of an address with parameters, and their values. */
export interface DocumentInstance extends PrebuiltDocument {
  readonly params: Readonly<Record<string, string>>;
  /** The address, when the page file does not show it because it ends in a rest parameter. */
  readonly path?: string;
  /** The parameters without a value: one listing then represents every file of the address. */
  readonly parameters?: Readonly<Record<string, Parameter>>;
}

type Content = string | Uint8Array<ArrayBuffer>;

/** The values of the route parameters of a file, and its content. */
interface FileAt {
  readonly params: Readonly<Record<string, string>>;
  readonly content: () => Content | Promise<Content>;
}

/** An Astro endpoint for files that are built ahead, with what it declares. */
export interface DocumentRoute extends APIRoute {
  readonly documents: readonly DocumentInstance[];
}

const answer = (content: Content, path: string): Response => new Response(content, { headers: fileHeaders(path) });

/**
 * Declares files that are made together, because one depends on the hash of another.
 * @param listed their entries in the API reference.
 */
export const documentFiles = (
  listed: readonly DocumentInstance[],
  files: () => Promise<readonly FileAt[]>,
): {
  GET: DocumentRoute;
  getStaticPaths: () => Promise<{ params: Record<string, string>; props: Pick<FileAt, 'content'> }[]>;
} => {
  const GET: APIRoute<Pick<FileAt, 'content'>> = async ({ props, url }) => answer(await props.content(), url.pathname);
  return {
    GET: Object.assign(GET as APIRoute, { documents: listed }),
    getStaticPaths: async () =>
      (await files()).map(({ params, content }) => ({ params: { ...params }, props: { content } })),
  };
};

/** Declares one file, like {@link documentFiles}, for an address without parameters. */
const documentFile = (listed: PrebuiltDocument, content: () => Promise<Content>): DocumentRoute => {
  const GET: APIRoute = async ({ url }) => answer(await content(), url.pathname);
  return Object.assign(GET, { documents: [{ ...listed, params: {} }] });
};

/**
 * Declares a document and how it is built. The value is checked against the schema first; an invalid value
 * stops the build.
 */
export const document = (declared: PrebuiltDocument, build: () => unknown): DocumentRoute =>
  documentFile(declared, async () => checkedText(declared, await build()));
