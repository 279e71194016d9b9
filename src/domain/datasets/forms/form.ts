import type { z } from 'zod';
import { schemaPath } from '../../vocabulary/schema-path.ts';
import { schemaId } from '../../vocabulary/service.ts';
import type { RecordColumn } from '../record/columns.ts';
import type { Dataset, DatasetDocument } from '../record/dataset.ts';
import type { DatasetEvent } from './events.ts';
import { dataPaths, datasetPaths } from './paths.ts';
import type { FileContent } from './published-file.ts';

/** A dataset as it stands, from which its forms are made. */
export interface FormInput {
  readonly dataset: Dataset;
  readonly document: DatasetDocument;
  /** What happened to its records, the newest first. */
  readonly events: readonly DatasetEvent[];
  /** The members of its records as a table. */
  readonly columns: readonly RecordColumn[];
  readonly siteUrl: string;
}

/** A link of a Link field (RFC 8288), relative to the base address. */
export interface WebLink {
  readonly path: string;
  readonly rel: string;
  readonly type?: string;
}

/** What the API reference says of a form. */
interface FormListing {
  /** What tells its operation apart from those of the other forms, in PascalCase. */
  readonly name: string;
  readonly summary: string;
  readonly description: string;
  readonly schema: z.ZodType;
}

interface AnyForm {
  /**
   * Where its files are, from the base address. `{dataset}` stands for the dataset, the braces after it for what
   * tells its files apart.
   */
  readonly path: string;
  readonly mediaType: string;
  /** What the media type says besides, for instance `header=present`. */
  readonly mediaTypeParameter?: string;
  readonly listing: (dataset: Dataset) => FormListing;
  /** What a file of it links to, besides the licence. @param name what stands for the braces after the dataset. */
  readonly links: (dataset: string, name: string) => readonly WebLink[];
}

/** A form that is one file: the whole dataset, or its newest changes. The index lists it. */
export interface WholeForm extends AnyForm {
  /** Its name in the index. */
  readonly format: string;
  /** What its link says on the page of the dataset. */
  readonly label: string;
  readonly holds: 'entries' | 'changes';
  /** Whether it is a table, whose columns the data package describes. */
  readonly isTable?: true;
  readonly pieces: (input: FormInput) => Iterable<string>;
}

/** A form of many files, one for each record, day or version. */
export interface PartForm extends AnyForm {
  /** What stands for the braces after the dataset. */
  readonly parameter: { readonly name: string; readonly schema: z.ZodType<string>; readonly description: string };
}

export type Form = WholeForm | PartForm;

/** A file of a form with many, with what stands for the braces of its path. */
export interface NamedContent extends FileContent {
  readonly name: string;
}

/** The path of a file of a form. */
export const formPath = ({ path }: Form, dataset: string, name = ''): string =>
  path.replace('{dataset}', dataset).replace(/\{\w+\}/, name);

/** Where the schema is that describes a file. @param name the name of the schema, without brand and version. */
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
