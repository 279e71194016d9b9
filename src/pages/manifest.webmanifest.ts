import type { APIRoute } from 'astro';
import { tokenColour } from '../components/graphics/token-inks.ts';
import { SERVICE_NAME } from '../domain/vocabulary/service.ts';

/** What a device needs to put the site on its home screen. It works as a site only: there is no service worker. */
export const GET: APIRoute = () =>
  new Response(
    JSON.stringify({
      name: SERVICE_NAME,
      short_name: 'Accountability',
      description: 'What did the agent decide, and can you prove it?',
      id: '/',
      start_url: '/',
      display: 'browser',
      lang: 'en',
      background_color: tokenColour('--paper'),
      theme_color: tokenColour('--paper'),
      icons: [192, 512].map((side) => ({
        src: `/icons/${side}.png`,
        sizes: `${side}x${side}`,
        type: 'image/png',
        purpose: 'any maskable',
      })),
    }),
    { headers: { 'Content-Type': 'application/manifest+json' } },
  );
