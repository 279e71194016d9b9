import { SERVICE_NAME } from '../../vocabulary/service.ts';
import { DATA_KEYWORDS, DATA_LICENSE_URL } from '../record/dataset.ts';
import type { IndexedDataset } from './data-index.ts';

/**
 * The description of a dataset for its page, as the text of a script element that nothing in it can end: a Dataset of
 * schema.org with the members that catalogues read. Every date comes from the data.
 */
export const datasetJsonLd = (
  { title, description, page, version, versions, forms }: IndexedDataset,
  siteUrl: string,
): string =>
  JSON.stringify({
    '@context': 'https://schema.org',
    '@type': 'Dataset',
    name: title,
    description,
    url: page,
    identifier: `urn:sha256:${versions[0]!.sha256}`,
    version,
    dateModified: version,
    license: DATA_LICENSE_URL,
    isAccessibleForFree: true,
    keywords: DATA_KEYWORDS,
    creator: { '@type': 'Organization', name: SERVICE_NAME, url: siteUrl },
    distribution: forms.map(({ format, media_type, address, bytes, sha256 }) => ({
      '@type': 'DataDownload',
      name: format,
      encodingFormat: media_type,
      contentUrl: address,
      contentSize: `${bytes} B`,
      sha256,
    })),
  }).replaceAll('<', String.raw`\u003c`);
