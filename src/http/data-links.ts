import { datasets } from '../dataset-files/registry.ts';
import { formMediaTypes } from '../domain/datasets/forms/data-index.ts';
import { DATA_LICENSE_URL } from '../domain/datasets/record/dataset.ts';
import { dataPaths, datasetPaths } from '../domain/datasets/forms/paths.ts';
import { schemaId } from '../domain/vocabulary/service.ts';
import { schemaPath } from './json-schemas.ts';

interface WebLink {
  readonly path: string;
  readonly rel: string;
  readonly type?: string;
}

const written = ({ path, rel, type }: WebLink): string =>
  `<${path}>; rel="${rel}"${type === undefined ? '' : `; type="${type}"`}`;

const license: WebLink = { path: DATA_LICENSE_URL, rel: 'license' };
const schemaLink = (name: string): WebLink => ({
  path: schemaPath(schemaId(name)),
  rel: 'describedby',
  type: 'application/schema+json',
});

const linksOf = (id: string) => {
  const paths = datasetPaths(id);
  const forms: readonly WebLink[] = [
    { path: paths.document, rel: 'alternate', type: formMediaTypes.json },
    { path: paths.ndjson, rel: 'alternate', type: formMediaTypes.ndjson },
    { path: paths.csv, rel: 'alternate', type: formMediaTypes.csv },
    { path: paths.jsonFeed, rel: 'alternate', type: formMediaTypes.json_feed },
    { path: paths.atomFeed, rel: 'alternate', type: formMediaTypes.atom },
  ];
  const history: WebLink = { path: dataPaths.index, rel: 'version-history', type: 'application/json' };
  const collection: WebLink = { path: paths.document, rel: 'collection', type: formMediaTypes.json };
  const among = (own: string, ...more: readonly WebLink[]) => [
    ...forms.filter(({ path }) => path !== own),
    ...more,
    license,
  ];
  const shown = new Set<string>([paths.page, ...forms.map(({ path }) => path)]);
  return (path: string): readonly WebLink[] | undefined => {
    if (path === paths.page)
      return among(path, { path: dataPaths.dataPackage, rel: 'describedby', type: 'application/json' });
    if (path === paths.document) return among(path, schemaLink(id), history);
    if (path === paths.ndjson) return among(path, schemaLink(`${id}-record`));
    if (path === paths.csv)
      return among(path, { path: dataPaths.dataPackage, rel: 'describedby', type: 'application/json' });
    if (shown.has(path)) return among(path);
    const below = path.startsWith(`/data/${id}/`) ? path.slice(`/data/${id}/`.length) : '';
    if (/^[0-9a-f]{64}\.json$/.test(below)) {
      return [
        { path: paths.document, rel: 'latest-version', type: formMediaTypes.json },
        history,
        schemaLink(id),
        license,
      ];
    }
    const record = /^records\/(.+)\.json$/.exec(below)?.[1];
    if (record !== undefined) {
      const page: WebLink = { path: paths.recordPage(record), rel: 'alternate', type: 'text/html' };
      return [page, collection, schemaLink(`${id}-entry`), license];
    }
    return below.startsWith('changes/') ? [collection, schemaLink('dataset-changes'), license] : undefined;
  };
};

const byDataset = datasets.map(({ id }) => linksOf(id));

/**
 * The Link field (RFC 8288) of a form of a dataset: its other forms, its schema, its versions and its
 * licence. Addresses are relative to the one that was asked for. Undefined for every other address.
 */
export const dataLinks = (path: string): string | undefined => {
  for (const find of byDataset) {
    const links = find(path);
    if (links) return links.map(written).join(', ');
  }
  return undefined;
};
