import type { APIRoute } from 'astro';
import { buildIco } from '../components/graphics/site-picture.ts';

export const GET: APIRoute = async () =>
  new Response(await buildIco(), { headers: { 'Content-Type': 'image/x-icon' } });
