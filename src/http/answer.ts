import type { App } from '../app.ts';
import type { ServiceError } from '../domain/vocabulary/errors.ts';
import { HttpError } from './problem.ts';
import { type HeaderFields, preflight, publicCors } from './response-headers.ts';

/** What the front, or src/fetch.ts in development, passes with the request. */
export interface RequestContext {
  readonly app: App;
  readonly requestId: string;
  /** Address of the client, for limits only; it is never logged or stored. */
  readonly client: string;
  /** The whole body; empty when it was refused, and once it was read: what waits for the store does not hold it. */
  body: Uint8Array;
  /** The refusal of a body that was not received completely. The endpoint decides which refusal comes first. */
  readonly bodyRefusal?: ServiceError | undefined;
  /** The address with its parameters in brackets, for the log. */
  route?: string | undefined;
}

/** The body of a request that was read. */
export const NO_BODY = new Uint8Array(0);

/** The parts of a request that an endpoint reads, under the front and under `astro dev`. */
export interface IncomingRequest {
  readonly request: {
    readonly method: string;
    /** The address, whole or from its path on. */
    readonly url: string;
    readonly headers: { get(name: string): string | null };
  };
  readonly params: Readonly<Record<string, string | undefined>>;
  readonly locals: RequestContext;
}

/** An answer before it is sent. Without a text or bytes it has no body. */
export interface Answer {
  readonly status: number;
  readonly headers: HeaderFields;
  readonly text?: string;
  /** What is sent in place of a text: the text in the coding that Content-Encoding names, or a picture. */
  readonly bytes?: Buffer<ArrayBuffer>;
}

/** An address that answers every method itself, both as an Astro endpoint and for the front. */
export interface Endpoint {
  (incoming: IncomingRequest): Promise<Response>;
  /** The same answer without a Response. */
  answer(incoming: IncomingRequest): Promise<Answer>;
}

/** Serialises the body of a live answer. */
export const jsonText = (body: object): string => `${JSON.stringify(body)}\n`;

export const textAnswer = (status: number, text: string, contentType: string, headers: HeaderFields): Answer => ({
  status,
  text,
  headers: { ...headers, 'Content-Type': contentType, 'Content-Length': String(Buffer.byteLength(text)) },
});

export const asResponse = ({ status, headers, text, bytes }: Answer): Response =>
  new Response(bytes ?? text ?? null, { status, headers });

/** Makes an endpoint from the function that answers. */
export const endpoint = (answer: Endpoint['answer']): Endpoint =>
  Object.assign(async (incoming: IncomingRequest) => asResponse(await answer(incoming)), { answer });

/** The answer to OPTIONS (SPEC.md §2.4). @param cors whether scripts of any other site may call the address. */
export const optionsAnswer = (allow: string, cors: boolean): Answer => ({
  status: 204,
  headers: { ...(cors ? { ...publicCors, ...preflight(allow) } : {}), Allow: allow },
});

/** The refusal of a method that an address does not support. */
export const methodNotAllowed = (allow: string): HttpError =>
  new HttpError('method_not_allowed', `This address answers ${allow}.`, { Allow: allow });
