import { z } from 'zod';
import { describedBy, type WholeForm } from './form.ts';

/** The records as NDJSON: one JSON text per line. */
export function* ndjsonPieces(records: readonly object[]): Generator<string> {
  for (const record of records) yield `${JSON.stringify(record)}\n`;
}

export const ndjsonForm: WholeForm = {
  format: 'ndjson',
  path: '/data/{dataset}.ndjson',
  mediaType: 'application/x-ndjson',
  label: 'NDJSON, one record per line',
  holds: 'entries',
  listing: ({ title }) => ({
    name: 'Ndjson',
    summary: `${title} as NDJSON`,
    description: 'The entries, one JSON text per line, in the order of the document.',
    schema: z.string(),
  }),
  links: (dataset) => [describedBy(`${dataset}-record`)],
  pieces: ({ document }) => ndjsonPieces(document.entries),
};
