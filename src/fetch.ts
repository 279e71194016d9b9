import { randomUUID } from 'node:crypto';
import { astro, FetchState } from 'astro/fetch';
import { type App, createApp } from './app.ts';
import { configFromEnvironment } from './config.ts';
import type { Resource } from './http/resource.ts';

/** Every resource of the interface by its file, as Astro names it. */
const resources = new Map(
  Object.entries(import.meta.glob<{ ALL: Resource }>('./pages/api/**/*.ts', { eager: true })).map(([file, { ALL }]) => [
    file.replace('./', 'src/'),
    ALL,
  ]),
);

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

// Astro warns about steps that the first request does not take, so the first one takes its usual way.
let first = true;

/**
 * Answers what Astro's router has matched. A resource answers by itself: it has the whole answer
 * layer, so the steps that pages need (middleware, cookies, actions, rendering) would only cost it
 * time. Everything else takes Astro's usual way.
 */
export default {
  async fetch(request: Request): Promise<Response> {
    const state = new FetchState(request);
    const { locals, routeData } = state;
    if (import.meta.env.DEV && !('app' in locals) && !routeData?.prerender) await standInForTheFront(state);
    Object.assign(locals, { route: routeData?.route });
    const resource = routeData && resources.get(routeData.component);
    if (!resource || first) {
      first = false;
      return astro(state);
    }
    return resource({ request, params: state.params ?? {}, locals });
  },
};
