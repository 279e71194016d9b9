import type { ReadResourceResult, Resource, ResourceTemplateType } from '@modelcontextprotocol/server';
import type { App } from '../../app.ts';
import { datasets } from '../../dataset-files/registry.ts';
import { agentCardPaths } from '../../domain/agent/status.ts';
import { dataPaths, datasetPaths } from '../../domain/datasets/forms/paths.ts';
import { type ReceiptIndex, receiptPaths } from '../../domain/receipts/published-receipt.ts';
import { specificationPaths } from '../../domain/vocabulary/service.ts';
import { chaptersOf } from './specification.ts';

const JSON_TYPE = 'application/json';

/** A document that is listed by itself. */
interface ListedDocument {
  readonly path: string;
  readonly name: string;
  readonly description: string;
}

const documents: readonly ListedDocument[] = [
  { path: '/static/status.json', name: 'Status', description: 'The service, the agent behind it, and its datasets.' },
  { path: '/static/capabilities.json', name: 'Capabilities', description: 'Every operation, and what is not offered.' },
  { path: agentCardPaths.interface, name: 'Agent card', description: 'The agent for other agents, as A2A 1.0 has it.' },
  { path: dataPaths.index, name: 'Datasets', description: 'Every dataset with its forms, versions and hashes.' },
  { path: receiptPaths.index, name: 'Decision receipts', description: 'Every published receipt with its hash.' },
];

/** A family of documents; its template and its addresses come from the same function. */
interface Family {
  readonly parameter: string;
  readonly pattern: string;
  readonly pathOf: (value: string) => string;
  readonly name: string;
  readonly description: string;
}

const families: readonly Family[] = [
  ...datasets.map(({ id, title, noun }) => ({
    parameter: 'id',
    pattern: '[a-z0-9-]+',
    pathOf: datasetPaths(id).record,
    name: `${title}: one ${noun}`,
    description: 'A record with its sources, doubts and history. The tool searchRecords finds ids.',
  })),
  {
    parameter: 'receipt_hash_sha256',
    pattern: '[0-9a-f]{64}',
    pathOf: receiptPaths.document,
    name: 'Decision receipt',
    description: 'A receipt that this service published. The tool readReceipt adds its proof.',
  },
];

/** Whether the file at a path is a resource. */
const isReadable = (path: string): boolean =>
  documents.some((document) => document.path === path) ||
  families.some(({ pattern, pathOf }) => {
    const [before, after] = pathOf('\n').split('\n') as [string, string];
    return (
      path.startsWith(before) &&
      path.endsWith(after) &&
      new RegExp(`^(?:${pattern})$`).test(path.slice(before.length, -after.length))
    );
  });

const loadChapters = async ({ prebuilt }: App) => chaptersOf(await prebuilt.text(specificationPaths.text));

/** Every resource: documents, receipts and the chapters of the specification. Records are found by searching. */
export const listResources = async (app: App): Promise<Resource[]> => {
  const { prebuilt, config } = app;
  const { receipts } = (await prebuilt.value(receiptPaths.index)) as ReceiptIndex;
  return [
    ...documents.map(({ path, name, description }) => ({ path, name, description, mimeType: JSON_TYPE })),
    ...receipts.map(({ receipt_hash_sha256: hash, receipt_id: id }) => ({
      path: receiptPaths.document(hash),
      name: `Decision receipt ${id}`,
      mimeType: JSON_TYPE,
    })),
    ...(await loadChapters(app)).map(({ title, path }) => ({
      path,
      name: `Specification: ${title}`,
      mimeType: 'text/markdown',
    })),
  ].map(({ path, ...resource }) => ({ uri: config.siteUrl + path, ...resource }));
};

/** The resources that are not listed one by one. */
export const listTemplates = ({ config }: App): ResourceTemplateType[] =>
  families.map(({ parameter, pathOf, name, description }) => ({
    uriTemplate: config.siteUrl + pathOf(`{${parameter}}`),
    name,
    description,
    mimeType: JSON_TYPE,
  }));

/** The resource at an address, or undefined when there is none. */
export const readResource = async (uri: string, app: App): Promise<ReadResourceResult | undefined> => {
  const { siteUrl } = app.config;
  if (!uri.startsWith(`${siteUrl}/`)) return undefined;
  const path = uri.slice(siteUrl.length);
  if (path.startsWith(specificationPaths.page)) {
    const chapter = (await loadChapters(app)).find((one) => one.path === path);
    return chapter && { contents: [{ uri, mimeType: 'text/markdown', text: chapter.text }] };
  }
  const text = isReadable(path) ? await app.prebuilt.find(path) : undefined;
  return text === undefined ? undefined : { contents: [{ uri, mimeType: JSON_TYPE, text }] };
};
