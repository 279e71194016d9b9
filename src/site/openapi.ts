import { loadAgent } from '../dataset-files/load.ts';
import { buildOpenApi, type OpenApiDocument, type OperationObject } from '../http/openapi.ts';
import { groupPage, schemaPage } from '../http/reference-paths.ts';
import { listDocuments, listOperations } from './catalogue.ts';

const makeOpenApi = async (): Promise<OpenApiDocument> => {
  const siteUrl = import.meta.env.SITE;
  const { organization, url = siteUrl } = loadAgent().provider;
  return buildOpenApi(await listOperations(), await listDocuments(), { siteUrl, contact: { name: organization, url } });
};

let made: Promise<OpenApiDocument> | undefined;

/** The OpenAPI document of everything that the pages folder declares. A build makes it once, for all of its pages. */
export const openApi = (): Promise<OpenApiDocument> => (made ??= makeOpenApi());

/** The operations with one tag, which share a page of the reference. */
export interface OperationGroup {
  readonly name: string;
  readonly description: string;
  readonly operations: readonly {
    readonly method: string;
    /** As OpenAPI writes it. */
    readonly path: string;
    readonly operation: OperationObject;
  }[];
}

/** The operations of the OpenAPI document by tag, in the order of its tags. */
export const listGroups = async (): Promise<OperationGroup[]> => {
  const { tags, paths } = await openApi();
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method, path, operation })),
  );
  return tags.map((tag) => ({ ...tag, operations: operations.filter((one) => one.operation.tags.includes(tag.name)) }));
};

/** The addresses of the pages about groups and schemas. */
export const listReferencePages = async (): Promise<string[]> => {
  const { tags, components } = await openApi();
  return [...tags.map(({ name }) => groupPage(name)), ...Object.keys(components.schemas).map(schemaPage)];
};
