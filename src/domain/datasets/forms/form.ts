import type { z } from 'zod';
import { schemaPath } from '../../vocabulary/service.ts';
import { schemaId } from '../../vocabulary/service.ts';
import type { RecordColumn } from '../record/columns.ts';
import type { Dataset, DatasetDocument } from '../record/dataset.ts';
import type { IndexedDataset } from './data-index.ts';
import type { DatasetEvent } from './events.ts';
import { dataPaths, datasetPaths } from './paths.ts';
import type { FileContent, Piece } from './published-file.ts';

/** Where the files are served, and in whose name their events are named. */
export interface Publisher {
  readonly siteUrl: string;
  /** A domain that the operator held on a day, as RFC 4151 writes it; it stays when the service moves. */
  readonly tagAuthority: string;
}

/** The current state of a dataset, from which its forms are made. */
export interface FormInput extends Publisher {
  readonly dataset: Dataset;
  readonly document: DatasetDocument;
  /** The events of its records, the newest first. */
  readonly events: readonly DatasetEvent[];
  /** The members of its records as a table. */
  readonly columns: readonly RecordColumn[];
}

/** A link of a Link field (RFC 8288), relative to the base address. */
export interface WebLink {
  readonly path: string;
  readonly rel: string;
  readonly type?: string;
}

/** The entry of a form in the API reference. */
interface FormListing {
  /** The part of its operation name that no other form has, in PascalCase. */
  readonly name: string;
  readonly summary: string;
  readonly description: string;
  readonly schema: z.ZodType;
}

interface AnyForm {
  /**
   * Path of its files from the base address. `{dataset}` is the dataset; the next placeholder distinguishes
   * its files.
   */
  readonly path: string;
  readonly mediaType: string;
  /** Parameter of the media type, for instance `header=present`. */
  readonly mediaTypeParameter?: string;
  /** Whether its files are no text. */
  readonly isBinary?: true;
  readonly listing: (dataset: Dataset) => FormListing;
  /** The links of a file of this form, besides the licence. @param name the value of the second placeholder. */
  readonly links: (dataset: string, name: string) => readonly WebLink[];
}

/** A form that is one file: the whole dataset, or its newest changes. The index lists it. */
export interface WholeForm extends AnyForm {
  /** Its name in the index. */
  readonly format: string;
  /** The text of its link on the page of the dataset. */
  readonly label: string;
  readonly holds: 'entries' | 'changes';
  /** How it is written, if it is a table; the data package then describes its columns, too (Table Dialect 2.0). */
  readonly dialect?: { readonly lineTerminator: string };
  readonly pieces: (input: FormInput) => Iterable<Piece>;
}

/** A form with many files: one for each record, day or version. */
export interface PartForm extends AnyForm {
  /** The second placeholder of the path. */
  readonly parameter: { readonly name: string; readonly schema: z.ZodType<string>; readonly description: string };
}

/** A form with a file for each side table of a dataset. */
export interface TableForm extends PartForm {
  /** Its name in the index. */
  readonly format: string;
  /** The text of its link on the page of the dataset. */
  readonly label: string;
  readonly dialect?: WholeForm['dialect'];
  readonly pieces: (columns: readonly RecordColumn[], rows: Iterable<object>) => Iterable<Piece>;
}

/** A form that describes the files of a dataset with their sizes and hashes; it lists itself nowhere. */
export interface DescribingForm extends AnyForm {
  readonly describe: (dataset: Dataset, indexed: IndexedDataset, siteUrl: string) => string;
}

export type Form = WholeForm | PartForm | DescribingForm;

/** One of many files of a form, with the value of the second placeholder. */
export interface NamedContent extends FileContent {
  readonly name: string;
}

/** The path of a file of a form. */
export const formPath = ({ path }: Form, dataset: string, name = ''): string =>
  path.replace('{dataset}', dataset).replace(/\{\w+\}/, name);

/** A link to the schema that describes a file. @param name the name of the schema, without brand and version. */
export const describedBy = (name: string): WebLink => ({
  path: schemaPath(schemaId(name)),
  rel: 'describedby',
  type: 'application/schema+json',
});

export const describedByPackage: WebLink = {
  path: dataPaths.dataPackage,
  rel: 'describedby',
  type: 'application/json',
};

/** The list of all versions. */
export const versionHistory: WebLink = { path: dataPaths.index, rel: 'version-history', type: 'application/json' };

/** A link to the whole document of a dataset. */
export const toDocument = (dataset: string, rel: string): WebLink => ({
  path: datasetPaths(dataset).document,
  rel,
  type: 'application/json',
});
