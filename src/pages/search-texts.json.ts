import type { APIRoute } from 'astro';
import { listSearched } from '../site/searched.ts';

/** The texts of what the index finds, in its order: excerpts are cut from them. */
export const GET: APIRoute = async () => new Response(JSON.stringify((await listSearched()).map(({ text }) => text)));
