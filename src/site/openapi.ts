import { loadAgent } from '../dataset-files/load.ts';
import { buildOpenApi, type OpenApiDocument } from '../http/openapi.ts';
import { listDocuments, listOperations } from './catalogue.ts';

const makeOpenApi = async (): Promise<OpenApiDocument> => {
  const siteUrl = import.meta.env.SITE;
  const { organization, url = siteUrl } = loadAgent().provider;
  return buildOpenApi(await listOperations(), await listDocuments(), { siteUrl, contact: { name: organization, url } });
};

let made: Promise<OpenApiDocument> | undefined;

/** The OpenAPI document of everything that the pages folder declares. A build makes it once, for all of its pages. */
export const openApi = (): Promise<OpenApiDocument> => (made ??= makeOpenApi());
