import type { APIRoute } from 'astro';

/** Nothing is disallowed: a crawler must be able to read the mark that keeps a preview out of its index. */
export const GET: APIRoute = () =>
  new Response(`User-agent: *\nDisallow:\n\nSitemap: ${import.meta.env.SITE}/sitemap.xml\n`);
