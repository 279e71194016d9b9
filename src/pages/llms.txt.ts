import type { APIRoute } from 'astro';
import { loadAgent } from '../dataset-files/load.ts';
import { datasets } from '../dataset-files/registry.ts';
import { buildLlmsText } from '../domain/agent/discovery.ts';
import { datasetPaths } from '../domain/datasets/forms/paths.ts';

export const GET: APIRoute = () => {
  const listed = datasets.map(({ id, title, description }) => ({
    title,
    description,
    path: datasetPaths(id).document,
  }));
  return new Response(buildLlmsText(loadAgent(), listed, import.meta.env.SITE));
};
