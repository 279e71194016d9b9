import { randomUUID } from 'node:crypto';
import { defineMiddleware } from 'astro:middleware';
import { type App, createApp } from './app.ts';
import { configFromEnvironment } from './config.ts';

let developmentApp: Promise<App> | undefined;

/**
 * Notes the route for the log. In `astro dev` there is no front: there it makes the app at the
 * first request and hands over what the front hands over.
 */
export const onRequest = defineMiddleware(async (context, next) => {
  if (context.isPrerendered) return next();
  const { locals, request, url } = context;
  // The front may also run what was built for development.
  if (import.meta.env.DEV && !('app' in locals)) {
    developmentApp ??= createApp(configFromEnvironment(), {
      prebuilt: async (path) => (await fetch(new URL(path, url))).json(),
    });
    Object.assign(locals, {
      app: await developmentApp,
      requestId: randomUUID(),
      client: context.clientAddress,
      body: new Uint8Array(await request.arrayBuffer()),
    });
  }
  Object.assign(locals, { route: context.routePattern });
  return next();
});
