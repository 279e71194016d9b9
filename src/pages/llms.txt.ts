import type { APIRoute } from 'astro';
import { loadAgent, loadDocuments } from '../dataset-files/load.ts';
import { datasets } from '../dataset-files/registry.ts';
import { buildLlmsText } from '../domain/agent/discovery.ts';
import { datasetPaths } from '../domain/datasets/forms/paths.ts';
import { describedObservatory } from '../domain/datasets/observatory/observatory.ts';

export const GET: APIRoute = () => {
  const listed = datasets.map(({ id, title, description }) => ({
    title,
    description: id === 'verified-agent-observatory' ? describedObservatory(loadDocuments()[id]) : description,
    path: datasetPaths(id).document,
  }));
  return new Response(buildLlmsText(loadAgent(), listed, import.meta.env.SITE));
};
