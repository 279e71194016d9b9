import type { APIRoute } from 'astro';
import { buildIcon } from '../components/graphics/site-picture.ts';

export const GET: APIRoute = async () =>
  new Response(await buildIcon(180), { headers: { 'Content-Type': 'image/png' } });
