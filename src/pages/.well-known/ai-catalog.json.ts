import type { APIRoute } from 'astro';
import { loadAgent } from '../../dataset-files/load.ts';
import { buildAiCatalog } from '../../domain/agent/discovery.ts';
import { listedDatasets } from '../../site/discovery.ts';

export const GET: APIRoute = () => Response.json(buildAiCatalog(loadAgent(), listedDatasets, import.meta.env.SITE));
