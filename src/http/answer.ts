import type { App } from '../app.ts';
import type { ServiceError } from '../domain/vocabulary/errors.ts';
import type { HeaderFields } from './response-headers.ts';

/** What the front, or src/fetch.ts in development, hands over beside the request. */
export interface RequestContext {
  readonly app: App;
  readonly requestId: string;
  /** Address of the client, for limits only; it is never logged or stored. */
  readonly client: string;
  /** The whole body; empty when it was refused. */
  readonly body: Uint8Array;
  /** Why the body was not read to its end, when it was not. Whoever answers decides what comes first. */
  readonly bodyRefusal?: ServiceError | undefined;
  /** The address with its parameters in brackets, for the log. */
  route?: string | undefined;
}

/** As much of a request as is looked at, whoever received it. */
export interface IncomingRequest {
  readonly request: { readonly method: string; readonly headers: { get(name: string): string | null } };
  readonly params: Readonly<Record<string, string | undefined>>;
  readonly locals: RequestContext;
}

/** An answer before it is sent. Without a text it has no body. */
export interface Answer {
  readonly status: number;
  readonly headers: HeaderFields;
  readonly text?: string;
}

/** An address that answers every method by itself: as an Astro endpoint, and as the front calls it. */
export interface Endpoint {
  (incoming: IncomingRequest): Promise<Response>;
  /** The same answer without a Response around it. */
  answer(incoming: IncomingRequest): Promise<Answer>;
}

/** Serialises a body the way every live answer is serialised. */
export const jsonText = (body: object): string => `${JSON.stringify(body)}\n`;

export const textAnswer = (status: number, text: string, contentType: string, headers: HeaderFields): Answer => ({
  status,
  text,
  headers: { ...headers, 'Content-Type': contentType, 'Content-Length': String(Buffer.byteLength(text)) },
});

export const asResponse = ({ status, headers, text }: Answer): Response =>
  new Response(text ?? null, { status, headers });

/** Makes an address of what answers it. */
export const endpoint = (answer: Endpoint['answer']): Endpoint =>
  Object.assign(async (incoming: IncomingRequest) => asResponse(await answer(incoming)), { answer });
