import type { APIRoute } from 'astro';
import { buildIcon } from '../../components/graphics/site-picture.ts';

export const getStaticPaths = () => [192, 512].map((side) => ({ params: { side: String(side) } }));

export const GET: APIRoute = async ({ params }) =>
  new Response(await buildIcon(Number(params['side'])), { headers: { 'Content-Type': 'image/png' } });
