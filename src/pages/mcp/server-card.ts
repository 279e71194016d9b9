import type { APIRoute } from 'astro';
import { buildMcpCard } from '../../domain/agent/mcp.ts';

export const GET: APIRoute = () => Response.json(buildMcpCard(import.meta.env.SITE));
