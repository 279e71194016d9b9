import type { APIRoute } from 'astro';
import specification from '../../SPEC.md?raw';

/** The specification as it is written, for programs that read Markdown. */
export const GET: APIRoute = () => new Response(specification);
