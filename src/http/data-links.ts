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

const json = 'application/json';

/** A link to the schema that describes a file. @param name the name of the schema, without brand and version. */
const describedBy = (name: string): WebLink => ({
  path: schemaPath(schemaId(name)),
  rel: 'describedby',
  type: 'application/schema+json',
});

const describedByPackage: WebLink = { path: dataPaths.dataPackage, rel: 'describedby', type: json };
const versionHistory: WebLink = { path: dataPaths.index, rel: 'version-history', type: json };
const toDocument = (dataset: string, rel: string): WebLink => ({ path: filePath('json', dataset), rel, type: json });

/** The forms that are one file: each names the others. */
const wholeKinds: readonly FileKind[] = ['json', 'ndjson', 'csv', 'parquet', 'json_feed', 'atom'];

/** What files of each kind link to, besides the other forms and the licence. @param name tells files of one kind apart. */
const linksOfKind: Readonly<Record<FileKind, (dataset: string, name: string) => readonly WebLink[]>> = {
  json: (dataset) => [describedBy(dataset), versionHistory],
  ndjson: (dataset) => [describedBy(`${dataset}-record`)],
  csv: () => [describedByPackage],
  parquet: () => [describedByPackage],
  json_feed: () => [],
  atom: () => [],
  croissant: (dataset) => [toDocument(dataset, 'describes')],
  version: (dataset) => [toDocument(dataset, 'latest-version'), versionHistory, describedBy(dataset)],
  record: (dataset, id) => [
    { path: datasetPaths(dataset).recordPage(id), rel: 'alternate', type: 'text/html' },
    toDocument(dataset, 'collection'),
    describedBy(`${dataset}-entry`),
  ],
  changes: (dataset) => [toDocument(dataset, 'collection'), describedBy('dataset-changes')],
  table_csv: (dataset) => [toDocument(dataset, 'collection'), describedByPackage],
  table_parquet: (dataset) => [toDocument(dataset, 'collection'), describedByPackage],
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
      .replace('{sha256}', '([0-9a-f]{64})')
      .replace(/\{\w+\}/, '([^/]+)')}$`,
  ),
}));

/** The kind of the file of a dataset at a path; undefined for any other path. */
const findKind = (path: string): { kind: FileKind; dataset: string; name: string } | undefined => {
  for (const { kind, pattern } of patterns) {
    const [, dataset, name = ''] = pattern.exec(path) ?? [];
    if (dataset !== undefined) return { kind, dataset, name };
  }
  return undefined;
};

/** The forms that are one file, as alternates of what is at this path. */
const alternates = (dataset: string, path: string): WebLink[] =>
  wholeKinds
    .map((kind) => ({ path: filePath(kind, dataset), rel: 'alternate', type: mediaTypes[kind] }))
    .filter((link) => link.path !== path);

const linksOf = (path: string): readonly WebLink[] => {
  const shown = datasetIds.find((id) => datasetPaths(id).page === path);
  if (shown) return [...alternates(shown, path), describedByPackage];
  const found = findKind(path);
  if (found === undefined) return [];
  const { kind, dataset, name } = found;
  return [...(wholeKinds.includes(kind) ? alternates(dataset, path) : []), ...linksOfKind[kind](dataset, name)];
};

const LICENSE: WebLink = { path: DATA_LICENSE_URL, rel: 'license' };

const written = ({ path, rel, type }: WebLink): string =>
  `<${path}>; rel="${rel}"${type === undefined ? '' : `; type="${type}"`}`;

/**
 * The Link field (RFC 8288) of the page or a file of a dataset (SPEC.md §6.3). Addresses are relative to the requested one.
 * Undefined for every other address.
 */
export const dataLinks = (path: string): string | undefined => {
  const links = linksOf(path);
  return links.length === 0 ? undefined : [...links, LICENSE].map(written).join(', ');
};

/** The Content-Type of a file of a dataset; undefined for every other address. */
export const dataContentType = (path: string): string | undefined => {
  const kind = findKind(path)?.kind;
  if (kind === undefined) return undefined;
  const charset = mediaTypes[kind].endsWith('parquet') ? undefined : 'charset=utf-8';
  return [mediaTypes[kind], charset, parameters[kind]].filter(Boolean).join('; ');
};
