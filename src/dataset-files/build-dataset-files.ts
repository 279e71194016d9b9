import { changesContents, changesForm } from '../domain/datasets/forms/changes.ts';
import { type AvailableVersion, indexDataset, type IndexedDataset } from '../domain/datasets/forms/data-index.ts';
import { listEvents } from '../domain/datasets/forms/events.ts';
import {
  type FormInput,
  formPath,
  type NamedContent,
  type PartForm,
  type Publisher,
} from '../domain/datasets/forms/form.ts';
import { describingForms, wholeForms } from '../domain/datasets/forms/forms.ts';
import { documentForm, recordContents, recordForm } from '../domain/datasets/forms/json-document.ts';
import { fileContent, type PublishedFile } from '../domain/datasets/forms/published-file.ts';
import { tableContents, tableForms } from '../domain/datasets/forms/tables.ts';
import { versionForm } from '../domain/datasets/forms/version.ts';
import { recordColumns } from '../domain/datasets/record/columns.ts';
import type { Dataset, DatasetDocument } from '../domain/datasets/record/dataset.ts';
import { contentKeeper } from './keep-contents.ts';

/** All published files of one dataset. */
export interface DatasetFiles {
  readonly dataset: Dataset;
  readonly all: readonly PublishedFile[];
  /** The whole document. */
  readonly document: PublishedFile;
  /** Their description in the index and on the pages. */
  readonly indexed: IndexedDataset;
}

/** A version in the log of published versions, with its text if that is still kept. */
export type EarlierVersion = AvailableVersion & { readonly text: string | undefined };

/**
 * All published files of a dataset with size and hash. Memory holds the records and one piece of a file at a time.
 * @param document the document of parsed records.
 * @param earlierVersions returns the published versions except the one with this hash, newest first, and
 * whether the log contains that one.
 * @throws Error when a document breaks its own schema, or when the disk has no space for the forms.
 */
export const buildDatasetFiles = async (
  dataset: Dataset,
  document: DatasetDocument,
  earlierVersions: (latest: string) => Promise<{ kept: boolean; earlier: readonly EarlierVersion[] }>,
  publisher: Publisher,
): Promise<DatasetFiles> => {
  const { id, record, nameOf } = dataset;
  const { siteUrl } = publisher;
  const events = listEvents(document.entries, nameOf);
  const input: FormInput = { dataset, document, events, columns: recordColumns(record), ...publisher };
  const filesOf = (form: PartForm, contents: readonly NamedContent[]) =>
    contents.map((content) => ({ ...content, path: formPath(form, id, content.name) }));

  const keep = contentKeeper();
  const wholes = wholeForms.map((form) => ({
    form,
    file: { ...keep(form.pieces(input)), path: formPath(form, id) },
  }));
  const whole = wholes.find(({ form }) => form === documentForm)!.file;
  const { bytes, sha256 } = whole;
  const { kept, earlier } = await earlierVersions(sha256);
  const versions = filesOf(versionForm, [
    { ...whole, name: sha256 },
    ...earlier.flatMap(({ sha256: name, text }) =>
      text === undefined ? [] : [{ ...fileContent(() => [text]), name }],
    ),
  ]);
  const changes = filesOf(changesForm, changesContents(input));
  const inTables = tableForms.map((form) => ({ form, files: filesOf(form, tableContents(form, input, keep)) }));
  const tables = dataset.tables.map((table) => ({
    table,
    rows: document.entries.reduce((sum, record) => sum + table.rowsOf(record).length, 0),
    files: inTables.map(({ form, files }) => ({ form, file: files.find(({ name }) => name === table.name)! })),
  }));
  const { version, records } = document;
  const latest: AvailableVersion = { sha256, bytes, version, records, kept, available: true };
  const indexed = indexDataset(
    dataset,
    {
      document,
      forms: wholes,
      tables,
      events,
      changes,
      versions: [latest, ...earlier.map(({ text: _, ...one }) => one)],
    },
    siteUrl,
  );
  const descriptions = describingForms.map((form) => ({
    ...fileContent(() => [form.describe(dataset, indexed, siteUrl)]),
    path: formPath(form, id),
  }));
  return {
    dataset,
    all: [
      ...wholes.map(({ file }) => file),
      ...inTables.flatMap(({ files }) => files),
      ...descriptions,
      ...versions,
      ...filesOf(recordForm, recordContents(input)),
      ...changes,
    ],
    document: whole,
    indexed,
  };
};
