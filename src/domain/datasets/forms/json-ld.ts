import { SERVICE_NAME } from '../../vocabulary/service.ts';
import type { RecordColumn } from '../record/columns.ts';
import { DATA_LICENSE_URL } from '../record/dataset.ts';
import type { IndexedDataset } from './data-index.ts';
import { entryForms } from './forms.ts';
import { dataPaths } from './paths.ts';

/** A JSON-LD object; its vocabulary is schema.org. */
export type JsonLd = Readonly<Record<string, unknown>>;

/**
 * The description of a dataset as a schema.org/Dataset, for its page. Its measured variables are the columns
 * of its CSV form. Every date comes from the data.
 */
export const buildDatasetJsonLd = (
  dataset: IndexedDataset,
  columns: readonly RecordColumn[],
  siteUrl: string,
): JsonLd => ({
  '@context': 'https://schema.org',
  '@type': 'Dataset',
  '@id': dataset.page,
  name: dataset.title,
  description: dataset.description,
  url: dataset.page,
  identifier: [dataset.id, `urn:sha256:${dataset.versions[0]!.sha256}`],
  version: dataset.version,
  dateModified: dataset.version,
  license: DATA_LICENSE_URL,
  isAccessibleForFree: true,
  inLanguage: 'en',
  creator: { '@type': 'Organization', name: SERVICE_NAME, url: siteUrl },
  includedInDataCatalog: {
    '@type': 'DataCatalog',
    name: `Datasets of the ${SERVICE_NAME}`,
    url: siteUrl + dataPaths.index,
  },
  variableMeasured: columns.map(({ name, description }) => ({
    '@type': 'PropertyValue',
    name,
    ...(description === undefined ? {} : { description }),
  })),
  distribution: entryForms.map((form) => {
    const { address, media_type, bytes, sha256 } = dataset.forms.find(({ format }) => format === form.format)!;
    return {
      '@type': 'DataDownload',
      name: form.format.toUpperCase(),
      encodingFormat: media_type,
      contentUrl: address,
      contentSize: `${bytes} B`,
      sha256,
    };
  }),
});

/** A JSON-LD object as the text of a script element: nothing in it can end the element. */
export const jsonLdText = (value: JsonLd): string => JSON.stringify(value).replaceAll('<', '\\u003c');
