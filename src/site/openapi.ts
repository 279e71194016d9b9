import { buildOpenApi, type OpenApiDocument } from '../http/openapi.ts';
import { listDocuments, listOperations } from './catalogue.ts';

/** The OpenAPI document of everything that the pages folder declares. */
export const openApi = async (): Promise<OpenApiDocument> =>
  buildOpenApi(await listOperations(), await listDocuments(), import.meta.env.SITE);
