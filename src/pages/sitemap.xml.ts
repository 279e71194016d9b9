import type { APIRoute } from 'astro';
import { compiledContent } from '../../SPEC.md';
import { loadDocuments, loadReceipts } from '../dataset-files/load.ts';
import { datasets } from '../dataset-files/registry.ts';
import { lastModifiedOf } from '../domain/datasets/record/record.ts';
import { receiptPaths } from '../domain/receipts/published-receipt.ts';
import { sectionPath } from '../domain/vocabulary/service.ts';
import { xmlText } from '../domain/vocabulary/words.ts';
import { fileHeaders } from '../http/file-headers.ts';
import { listReferencePages } from '../site/openapi.ts';
import { buildSpecification } from '../site/specification.ts';
import { writtenPages } from '../site/written-pages.ts';

/** Pages made on request are listed if they say so. */
const isListed = ({ path, source }: (typeof writtenPages)[number]): boolean =>
  !('X-Robots-Tag' in fileHeaders(path)) && (!source.includes('prerender = false') || source.includes('isIndexed:'));

/** Every page that may be indexed: those without a date, then one for each record and receipt, with the day it last changed. */
export const GET: APIRoute = async () => {
  const chapters = buildSpecification(await compiledContent()).map(({ number }) => sectionPath(number));
  const written = [...writtenPages.filter(isListed).map(({ path }) => path), ...datasets.map(({ id }) => `/${id}`)];
  const pages: [path: string, day?: string][] = [
    ...[...written, ...chapters, ...(await listReferencePages())].map((path): [string] => [path]),
    ...datasets.flatMap(({ id }) =>
      loadDocuments()[id].entries.map((record): [string, string] => [`/${id}/${record.id}`, lastModifiedOf(record)]),
    ),
    ...loadReceipts().map(({ hash, receipt }): [string, string] => [
      receiptPaths.page(hash),
      receipt.decided_at.slice(0, 10),
    ]),
  ];
  const urls = pages.map(
    ([path, day]) =>
      `  <url><loc>${xmlText(import.meta.env.SITE + path)}</loc>${day === undefined ? '' : `<lastmod>${day}</lastmod>`}</url>`,
  );
  return new Response(
    `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join('\n')}\n</urlset>\n`,
  );
};
