import { randomUUID } from 'node:crypto';
import { astro, FetchState } from 'astro/fetch';
import { type App, createApp } from './app.ts';
import { configFromEnvironment } from './config.ts';
import { asResponse, type RequestContext } from './http/answer.ts';
import { compressedPage } from './http/compress.ts';
import { problemAnswer, refuse } from './http/refusal.ts';

let developmentApp: Promise<App> | undefined;

/** In `astro dev` there is no front: this makes the app at the first request and hands over what the front hands over. */
const standInForTheFront = async ({ request, locals, url }: FetchState): Promise<void> => {
  developmentApp ??= createApp(configFromEnvironment(), {
    prebuilt: async (path) => {
      const answer = await fetch(new URL(path, url));
      return answer.ok ? answer.text() : undefined;
    },
  });
  const body = new Uint8Array(await request.arrayBuffer());
  Object.assign(locals, { app: await developmentApp, requestId: randomUUID(), client: 'development', body });
};

/** Takes Astro's usual way, after noting the route for the log. Resources get here in development only: the front answers them. */
export default {
  async fetch(request: Request): Promise<Response> {
    const state = new FetchState(request);
    const { locals, routeData } = state;
    if (import.meta.env.DEV && !('app' in locals) && !routeData?.prerender) await standInForTheFront(state);
    Object.assign(locals, { route: routeData?.route });
    const made = await astro(state);
    if (import.meta.env.DEV) return made;
    // A page that cannot be loaded or made: Astro logs why, and answers with nothing.
    return made.status === 500 && !made.body
      ? asResponse(problemAnswer(refuse(new Error('a page was not made'), locals as RequestContext), { cors: false }))
      : compressedPage(request, made);
  },
};
