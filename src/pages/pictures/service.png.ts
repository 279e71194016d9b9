import type { APIRoute } from 'astro';
import { buildSitePicture } from '../../components/graphics/site-picture.ts';

export const GET: APIRoute = async () =>
  new Response(await buildSitePicture(), { headers: { 'Content-Type': 'image/png' } });
