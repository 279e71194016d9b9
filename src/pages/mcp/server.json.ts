import type { APIRoute } from 'astro';
import { buildRegistryEntry } from '../../domain/agent/mcp.ts';

export const GET: APIRoute = () => Response.json(buildRegistryEntry(import.meta.env.SITE));
