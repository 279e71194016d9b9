import type { APIRoute } from 'astro';
import { loadDocuments, loadReceipts } from '../dataset-files/load.ts';
import { datasets } from '../dataset-files/registry.ts';
import { lastModifiedOf } from '../domain/datasets/record/record.ts';
import { receiptPaths } from '../domain/receipts/published-receipt.ts';
import { fileHeaders } from '../http/file-headers.ts';
import { listReferencePages } from '../site/openapi.ts';

const sources = import.meta.glob<string>('./**/*.astro', { eager: true, query: '?raw', import: 'default' });

const addressOf = (file: string): string =>
  file
    .replace(/^\./, '')
    .replace(/\.astro$/, '')
    .replace(/\/index$/, '/')
    .replace(/(.)\/$/, '$1');

/** Neither made per record nor kept out of every index, as pages made on request are that do not say otherwise. */
const isListed = (file: string, source: string): boolean =>
  !file.includes('[') &&
  !source.includes('robots="noindex') &&
  !('X-Robots-Tag' in fileHeaders(addressOf(file))) &&
  (!source.includes('prerender = false') || source.includes('isIndexed:'));

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** Every page that may be indexed: the written pages, then one for each record and receipt, with the day it last changed. */
export const GET: APIRoute = async () => {
  const pages = Object.entries(sources)
    .filter(([file, source]) => isListed(file, source))
    .map(([file]) => ({ path: addressOf(file), lastModified: undefined as string | undefined }))
    .toSorted((a, b) => (a.path < b.path ? -1 : 1));
  const records = datasets.flatMap(({ id: dataset }) =>
    loadDocuments()[dataset].entries.map((record) => ({
      path: `/${dataset}/${record.id}`,
      lastModified: lastModifiedOf(record),
    })),
  );
  const receipts = loadReceipts().map(({ hash, receipt }) => ({
    path: receiptPaths.page(hash),
    lastModified: receipt.decided_at.slice(0, 10),
  }));
  const reference = (await listReferencePages()).map((path) => ({ path, lastModified: undefined }));
  const urls = [...pages, ...reference, ...records, ...receipts].map(
    ({ path, lastModified }) =>
      `  <url><loc>${escaped(import.meta.env.SITE + path)}</loc>${lastModified === undefined ? '' : `<lastmod>${lastModified}</lastmod>`}</url>`,
  );
  return new Response(
    `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join('\n')}\n</urlset>\n`,
  );
};
