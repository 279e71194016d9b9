import type { APIRoute } from 'astro';
import { buildTabIcon } from '../components/graphics/site-picture.ts';
import { schemeColours } from '../components/graphics/token-inks.ts';

export const GET: APIRoute = () =>
  new Response(buildTabIcon(schemeColours('dark').get('--accent')!), { headers: { 'Content-Type': 'image/svg+xml' } });
