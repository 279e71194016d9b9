import type { APIRoute } from 'astro';
import { loadDocuments, loadReceipts } from '../dataset-files/load.ts';
import { datasets } from '../dataset-files/registry.ts';
import { lastModifiedOf } from '../domain/datasets/record/record.ts';
import { receiptPaths } from '../domain/receipts/published-receipt.ts';
import { fileHeaders } from '../http/file-headers.ts';
import { listReferencePages } from '../site/openapi.ts';
import { writtenPages } from '../site/written-pages.ts';

/** Pages made on request are listed if they say so. */
const isListed = ({ path, source }: (typeof writtenPages)[number]): boolean =>
  !('X-Robots-Tag' in fileHeaders(path)) && (!source.includes('prerender = false') || source.includes('isIndexed:'));

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** Every page that may be indexed: the written pages, then one for each record and receipt, with the day it last changed. */
export const GET: APIRoute = async () => {
  const pages = writtenPages
    .filter(isListed)
    .map(({ path }) => ({ path, lastModified: undefined as string | undefined }));
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
