import type { APIRoute } from 'astro';
import { buildEscrowPullRequest } from '../../../site/escrow-pull-request.ts';

export const GET: APIRoute = async () =>
  new Response((await buildEscrowPullRequest({ baseUrl: import.meta.env.SITE })).text);
