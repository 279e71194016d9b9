import type { APIRoute } from 'astro';
import { buildEscrowPullRequest } from '../../../site/escrow-pull-request.ts';

export const GET: APIRoute = () => new Response(buildEscrowPullRequest({ baseUrl: import.meta.env.SITE }).text);
