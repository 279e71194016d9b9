import type { APIRoute } from 'astro';
import { buildApiCatalog } from '../../domain/agent/discovery.ts';

export const GET: APIRoute = () => Response.json(buildApiCatalog(import.meta.env.SITE));
