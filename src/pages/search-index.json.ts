import type { APIRoute } from 'astro';
import { loadDocuments } from '../dataset-files/load.ts';
import { datasets } from '../dataset-files/registry.ts';
import { buildSearchIndex } from '../domain/datasets/search/search-index.ts';
import { buildSearchedEntries } from '../domain/datasets/search/searched-entries.ts';

/** The index of /search. It is no document of the interface: its form may change with every build. */
export const GET: APIRoute = () =>
  new Response(JSON.stringify(buildSearchIndex(buildSearchedEntries(datasets, loadDocuments()))));
