import type { APIRoute } from 'astro';
import { buildSearchIndex } from '../domain/datasets/search/search.ts';
import { listSearched } from '../site/searched.ts';

/** The index of every search. It is no document of the interface: its form may change with every build. */
export const GET: APIRoute = async () => new Response(JSON.stringify(buildSearchIndex(await listSearched())));
