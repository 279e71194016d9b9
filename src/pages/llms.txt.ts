import type { APIRoute } from 'astro';
import { loadAgent } from '../dataset-files/load.ts';
import { buildLlmsText } from '../domain/agent/discovery.ts';
import { listedDatasets } from '../site/discovery.ts';

export const GET: APIRoute = () => new Response(buildLlmsText(loadAgent(), listedDatasets, import.meta.env.SITE));
