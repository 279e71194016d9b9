import { ReadableStream } from 'node:stream/web';
import type { APIRoute } from 'astro';
import type { z } from 'zod';
import type { FileContent, Piece } from '../domain/datasets/forms/published-file.ts';
import { checkedText } from '../domain/json/document-text.ts';
import type { Parameter } from './operation.ts';
import type { OperationTag } from './operation-tags.ts';
import { fileHeaders } from './response-headers.ts';

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

/** An Astro endpoint that is prerendered, with what it declares. */
export interface DocumentRoute extends APIRoute {
  readonly documents: readonly DocumentInstance[];
}

/**
 * Declares a document and how it is built. The value is checked against the schema first; an invalid value
 * stops the build.
 */
export const document = (declared: PrebuiltDocument, build: () => unknown): DocumentRoute => {
  const GET: APIRoute = async ({ url }) =>
    new Response(checkedText(declared, await build()), { headers: fileHeaders(url.pathname) });
  return Object.assign(GET, { documents: [{ ...declared, params: {} }] });
};

/**
 * Declares a document for each instance of an address with parameters, for instance
 * `[dataset].json.ts`. Checked like a single {@link document}.
 */
export const documentSet = <Instance extends DocumentInstance>(
  instances: readonly Instance[],
  build: (instance: Instance) => unknown,
): { GET: DocumentRoute; getStaticPaths: () => { params: Record<string, string> }[] } => {
  const GET: APIRoute = async ({ params, url }) => {
    const instance = instances.find((one) =>
      Object.entries(one.params).every(([name, value]) => params[name] === value),
    );
    if (!instance) throw new Error(`${url.pathname} is not one of the declared documents`);
    return new Response(checkedText(instance, await build(instance)), { headers: fileHeaders(url.pathname) });
  };
  return {
    GET: Object.assign(GET, { documents: instances }),
    getStaticPaths: () => instances.map(({ params }) => ({ params: { ...params } })),
  };
};

/** A content as it is, or one that is made piece by piece while it is written. */
type Content = string | Uint8Array<ArrayBuffer> | FileContent;

/** A smaller content is answered in one piece: streams take longer than most files. */
const STREAM_FROM_BYTES = 1_048_576;

function* bytesOf(pieces: Iterable<Piece>): Generator<Uint8Array> {
  const encoder = new TextEncoder();
  for (const piece of pieces) yield typeof piece === 'string' ? encoder.encode(piece) : piece;
}

const bodyOf = (content: Content): BodyInit => {
  if (typeof content === 'string' || !('pieces' in content)) return content;
  const bytes = bytesOf(content.pieces());
  return content.bytes < STREAM_FROM_BYTES ? Buffer.concat([...bytes]) : (ReadableStream.from(bytes) as BodyInit);
};

const answer = (content: Content, path: string): Response => {
  return new Response(bodyOf(content), { headers: fileHeaders(path) });
};

/** The values of the route parameters of a file, and its content. */
interface FileAt {
  readonly params: Readonly<Record<string, string>>;
  readonly content: () => Content | Promise<Content>;
}

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
export const documentFile = (listed: PrebuiltDocument, content: () => Promise<Content>): DocumentRoute => {
  const GET: APIRoute = async ({ url }) => answer(await content(), url.pathname);
  return Object.assign(GET, { documents: [{ ...listed, params: {} }] });
};
