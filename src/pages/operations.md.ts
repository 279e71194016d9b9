import type { APIRoute } from 'astro';
import operations from '../../OPERATIONS.md?raw';

/** How operators run the service, as it is written, for programs that read Markdown. */
export const GET: APIRoute = () => new Response(operations);
