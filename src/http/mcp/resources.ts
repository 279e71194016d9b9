import type { ReadResourceResult, Resource, ResourceTemplateType } from '@modelcontextprotocol/server';
import type { App } from '../../app.ts';
import { datasets } from '../../dataset-files/registry.ts';
import { LLMS_PATH } from '../../domain/agent/discovery.ts';
import { agentCardPaths } from '../../domain/agent/status.ts';
import { dataPaths, datasetPaths } from '../../domain/datasets/forms/paths.ts';
import { receiptPaths } from '../../domain/receipts/published-receipt.ts';
import { schemaPath, specificationPaths } from '../../domain/vocabulary/service.ts';
import { fileHeaders } from '../file-headers.ts';

/** The media type under which the address of a document serves it. */
const mimeTypeOf = (path: string): string => fileHeaders(path)['Content-Type']!.replace(/;.*/, '');

/** The documents that are listed by themselves. */
const documents = [
  { path: '/static/status.json', name: 'Status', description: 'The service, the agent behind it, and its datasets.' },
  { path: '/static/capabilities.json', name: 'Capabilities', description: 'Every operation, and what is not offered.' },
  { path: agentCardPaths.interface, name: 'Agent card', description: 'The agent for other agents, as A2A 1.0 has it.' },
  { path: dataPaths.index, name: 'Datasets', description: 'Every dataset with its forms, versions and hashes.' },
  { path: receiptPaths.index, name: 'Decision receipts', description: 'Every published receipt with its hash.' },
  { path: LLMS_PATH, name: 'Overview', description: 'The service on a page.' },
  { path: specificationPaths.text, name: 'Specification', description: 'Every rule; long.' },
];

/** Families of documents; the template and the addresses of each come from the same function. */
const families = [
  ...datasets.map(({ id, title, noun }) => ({
    parameter: 'id',
    pathOf: datasetPaths(id).record,
    name: `${title}: one ${noun}`,
    description: 'A record with its sources, doubts and history. The tool searchRecords finds ids.',
  })),
  {
    parameter: 'receipt_hash_sha256',
    pathOf: receiptPaths.document,
    name: 'Decision receipt',
    description: 'A receipt that this service published. The tool readReceipt adds its proof.',
  },
  {
    parameter: 'schema',
    pathOf: schemaPath,
    name: 'Schema',
    description: 'The whole JSON Schema of what a tool takes or answers.',
  },
];

/** The paths of the families; what is there is found by looking. */
const familyPaths = new RegExp(`^(${families.map(({ pathOf }) => pathOf('[a-z0-9.-]+')).join('|')})$`);

/** Every document that stands alone. Records, receipts and schemas are found by searching, and by addresses. */
export const listResources = ({ config }: App): Resource[] =>
  documents.map(({ path, ...resource }) => ({ uri: config.siteUrl + path, mimeType: mimeTypeOf(path), ...resource }));

/** The resources that are not listed one by one. */
export const listTemplates = ({ config }: App): ResourceTemplateType[] =>
  families.map(({ parameter, pathOf, name, description }) => ({
    uriTemplate: config.siteUrl + pathOf(`{${parameter}}`),
    name,
    description,
    mimeType: mimeTypeOf(pathOf('a')),
  }));

/** The resource at an address, or undefined when there is none. */
export const readResource = async (uri: string, app: App): Promise<ReadResourceResult | undefined> => {
  const { siteUrl } = app.config;
  if (!uri.startsWith(`${siteUrl}/`)) return undefined;
  const path = uri.slice(siteUrl.length);
  if (!documents.some((document) => document.path === path) && !familyPaths.test(path)) return undefined;
  const text = await app.prebuilt.find(path);
  return text === undefined ? undefined : { contents: [{ uri, mimeType: mimeTypeOf(path), text }] };
};
