import type { APIRoute } from 'astro';
import { buildEscrowPullRequest } from '../../_escrow-pull-request.ts';

export const GET: APIRoute = () => new Response(buildEscrowPullRequest({ baseUrl: import.meta.env.SITE }).text);
