import { loadAgent } from '../dataset-files/load.ts';
import { buildOpenApi, type OpenApiDocument } from '../http/openapi.ts';
import { listDocuments, listOperations } from './catalogue.ts';

/** The OpenAPI document of everything that the pages folder declares. */
export const openApi = async (): Promise<OpenApiDocument> => {
  const siteUrl = import.meta.env.SITE;
  const { organization, url = siteUrl } = loadAgent().provider;
  return buildOpenApi(await listOperations(), await listDocuments(), { siteUrl, contact: { name: organization, url } });
};
