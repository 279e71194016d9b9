import { mediaTypes } from '../dataset-files/media-types.ts';
import { dataPaths, datasetPaths, type FileKind, filePath, filePaths } from '../domain/datasets/forms/paths.ts';
import { DATA_LICENSE_URL, datasetIds } from '../domain/datasets/record/dataset-ids.ts';
import { schemaId, schemaPath } from '../domain/vocabulary/service.ts';

// Loaded with the headers of every answer: this module knows the addresses of data, and loads none.

/** A link of a Link field (RFC 8288), relative to the base address. */
interface WebLink {
  readonly path: string;
  readonly rel: string;
  readonly type?: string;
}

/** A link to the schema that describes a file. @param name the name of the schema, without brand and version. */
const describedBy = (name: string): WebLink => ({
  path: schemaPath(schemaId(name)),
  rel: 'describedby',
  type: 'application/schema+json',
});

const describedByPackage: WebLink = { path: dataPaths.dataPackage, rel: 'describedby', type: 'application/json' };

/** What files of each kind link to, besides the licence. */
const linksOfKind: Readonly<Partial<Record<FileKind, (dataset: string) => readonly WebLink[]>>> = {
  json: (dataset) => [describedBy(dataset)],
  ndjson: (dataset) => [describedBy(`${dataset}-record`)],
  csv: () => [describedByPackage],
  parquet: () => [describedByPackage],
  version: (dataset) => [{ path: filePath('json', dataset), rel: 'latest-version' }, describedBy(dataset)],
  record: (dataset) => [describedBy(`${dataset}-entry`)],
  changes: () => [describedBy('dataset-changes')],
  table_csv: () => [describedByPackage],
  table_parquet: () => [describedByPackage],
};

/** Parameters of media types, where they have one. */
const parameters: Readonly<Partial<Record<FileKind, string>>> = {
  csv: 'header=present',
  table_csv: 'header=present',
  croissant: 'profile="http://mlcommons.org/croissant/1.1"',
};

const patterns = Object.entries(filePaths).map(([kind, path]) => ({
  kind: kind as FileKind,
  pattern: new RegExp(
    `^${path
      .replaceAll('.', String.raw`\.`)
      .replace('{dataset}', `(${datasetIds.join('|')})`)
      .replace('{sha256}', '[0-9a-f]{64}')
      .replace(/\{\w+\}/, '[^/]+')}$`,
  ),
}));

/** The kind of the file of a dataset at a path; undefined for any other path. */
const findKind = (path: string): { kind: FileKind; dataset: string } | undefined => {
  for (const { kind, pattern } of patterns) {
    const [, dataset] = pattern.exec(path) ?? [];
    if (dataset !== undefined) return { kind, dataset };
  }
  return undefined;
};

const LICENSE: WebLink = { path: DATA_LICENSE_URL, rel: 'license' };

const written = ({ path, rel, type }: WebLink): string =>
  `<${path}>; rel="${rel}"${type === undefined ? '' : `; type="${type}"`}`;

/**
 * The Link field (RFC 8288) of the page or a file of a dataset (SPEC.md §6.3). Addresses are relative to the requested one.
 * Undefined for every other address.
 */
export const dataLinks = (path: string): string | undefined => {
  const isPage = datasetIds.some((id) => datasetPaths(id).page === path);
  const found = findKind(path);
  if (found === undefined && !isPage) return undefined;
  const links = found === undefined ? [describedByPackage] : (linksOfKind[found.kind]?.(found.dataset) ?? []);
  return [...links, LICENSE].map(written).join(', ');
};

/** The Content-Type of a file of a dataset; undefined for every other address. */
export const dataContentType = (path: string): string | undefined => {
  const kind = findKind(path)?.kind;
  if (kind === undefined) return undefined;
  const charset = mediaTypes[kind].endsWith('parquet') ? undefined : 'charset=utf-8';
  return [mediaTypes[kind], charset, parameters[kind]].filter(Boolean).join('; ');
};
