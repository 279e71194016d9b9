import type { APIRoute } from 'astro';
import { loadDocuments } from '../dataset-files/load.ts';
import { datasets } from '../dataset-files/registry.ts';
import { buildSearchIndex } from '../domain/datasets/search/search-index.ts';
import { buildSearchedEntries } from '../domain/datasets/search/searched-entries.ts';

let text: string | undefined;

/**
 * The index of /search. It is no document of the interface: its form may change with every build. Made once, because the
 * examples of the reference read it, too.
 */
export const GET: APIRoute = () =>
  new Response((text ??= JSON.stringify(buildSearchIndex(buildSearchedEntries(datasets, loadDocuments())))));
