import type { APIRoute } from 'astro';

import licence from '/node_modules/@scalar/fastify-api-reference/LICENSE?raw';

/** The address of the browser build of Scalar. */
export const SCALAR_FILE = '/api-reference/scalar.js';

/** A route of Fastify, and the answer it writes to, as far as the package uses them. */
interface Route {
  readonly url: string;
  readonly handler: (request: object, reply: Reply) => unknown;
}
interface Reply {
  header(): Reply;
  send(content: string): Reply;
}

/** The file as its package hands it out: as a route of Fastify, and in no other way that does not bring 270 packages. */
const readBrowserBuild = async (): Promise<string> => {
  const { default: register } = await import('@scalar/fastify-api-reference');
  const found: string[] = [];
  const reply: Reply = { header: () => reply, send: (content) => (found.push(content), reply) };
  const route = ({ url, handler }: Route) => url.endsWith('.js') && handler({}, reply);
  const host = { route, initialConfig: {} } as unknown as Parameters<typeof register>[0];
  register(host, { configuration: { url: '/openapi.json' } }, () => undefined);
  if (found.length !== 1) throw new Error('@scalar/fastify-api-reference hands out no browser build');
  return found[0]!;
};

export const GET: APIRoute = async () => new Response(`/*!\n${licence}*/\n${await readBrowserBuild()}`);
