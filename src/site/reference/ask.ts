import { hash } from 'node:crypto';
import type { App } from '../../app.ts';
import type { ServiceError } from '../../domain/vocabulary/errors.ts';
import type { Answer } from '../../http/answer.ts';
import type { LiveEndpoint } from '../catalogue.ts';

/** A request of an example. */
export interface ExampleRequest {
  readonly method: string;
  /** As OpenAPI writes it. */
  readonly template: string;
  readonly params: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** What is sent as JSON, or a text as it stands. */
  readonly body?: unknown;
  readonly bodyRefusal?: ServiceError;
  /** Who asks, as limits count it. */
  readonly client?: string;
}

/** A request id that is the same in every build. */
const requestIdOf = (request: ExampleRequest): string =>
  hash('sha256', JSON.stringify(request)).replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-4$3-a$4-$5');

/** The address of a request, relative to the base address. */
export const addressOf = ({ template, params }: Pick<ExampleRequest, 'template' | 'params'>): string =>
  template.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name]!));

/** Asks an endpoint as the front does. */
export const ask = (endpoint: Pick<LiveEndpoint, 'answer'>, app: App, request: ExampleRequest): Promise<Answer> => {
  const { method, template, params, body, bodyRefusal, client = 'example' } = request;
  const text = body === undefined ? '' : typeof body === 'string' ? body : JSON.stringify(body);
  const headers = new Headers({
    Host: new URL(app.config.siteUrl).host,
    ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    ...request.headers,
  });
  return endpoint.answer({
    params,
    request: { method, headers },
    locals: {
      app,
      client,
      requestId: requestIdOf(request),
      route: template,
      body: new TextEncoder().encode(text),
      bodyRefusal,
    },
  });
};
