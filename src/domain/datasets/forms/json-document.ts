import { documentText, listDocumentPieces } from '../../json/document-text.ts';
import { recordId } from '../record/record.ts';
import {
  describedBy,
  type FormInput,
  type NamedContent,
  type PartForm,
  toDocument,
  versionHistory,
  type WholeForm,
} from './form.ts';
import { datasetPaths } from './paths.ts';
import { fileContent } from './published-file.ts';

/** The whole dataset as one document. */
export const documentForm: WholeForm = {
  format: 'json',
  path: datasetPaths('{dataset}').document,
  mediaType: 'application/json',
  label: 'JSON, the whole document',
  holds: 'entries',
  listing: ({ title, description, document }) => ({ name: '', summary: title, description, schema: document }),
  links: (dataset) => [describedBy(dataset), versionHistory],
  pieces: ({ document: { entries, ...about } }) => listDocumentPieces(about, 'entries', entries),
};

/** Each record as a document of its own. */
export const recordForm: PartForm = {
  path: datasetPaths('{dataset}').record('{id}'),
  mediaType: 'application/json',
  listing: ({ title, entry }) => ({
    name: 'Record',
    summary: `${title}, one record`,
    description: 'One record. A withdrawn record stays as a tombstone.',
    schema: entry,
  }),
  parameter: { name: 'id', schema: recordId, description: 'The record.' },
  links: (dataset, id) => [
    { path: datasetPaths(dataset).recordPage(id), rel: 'alternate', type: 'text/html' },
    toDocument(dataset, 'collection'),
    describedBy(`${dataset}-entry`),
  ],
};

/** The files of {@link recordForm}, in the order of the document. */
export const recordContents = ({ dataset, document }: FormInput): NamedContent[] =>
  document.entries.map((record) => ({
    name: record.id,
    // The record was checked when its file was read, and the rest is the same for all.
    ...fileContent(() => [documentText(dataset.buildEntry(record))]),
  }));
